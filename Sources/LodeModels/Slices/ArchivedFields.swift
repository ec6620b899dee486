internal import LodeCoding
internal import LodeStore

/// The fields of a structure or an instance of a class, for copying fields between values.
struct ArchivedFields {
  private var archive: Archive

  /// Reads the fields of a value.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch` if the value holds further instances of classes,
  ///   which cannot be copied separately.
  init<T: ArchivableValue>(_ value: T) throws { try self.init(Archive(archiving: value)) }

  /// Reads the fields of an archive.
  init(_ archive: Archive) throws {
    self.archive = archive
    let isPlain =
      switch archive.root {
      case .object: archive.objects.isEmpty
      case .reference(1): archive.objects.count == 1
      default: false
      }
    guard isPlain else {
      throw ArchiveError(.typeMismatch, "only structures and single instances can be merged")
    }
  }

  /// The fields, including the fields of superclasses.
  var object: ArchivedObject {
    get {
      if case .object(let object) = archive.root { return object }
      return archive.objects.first.flatMap { $0 } ?? ArchivedObject("", fields: [])
    }
    set {
      if case .object = archive.root {
        archive.root = .object(newValue)
      } else {
        archive.objects = [newValue]
      }
    }
  }

  /// Decodes the fields as a value.
  func decoded<T: ArchivableValue>(as type: T.Type) throws -> T { try archive.decoded(as: type) }

  /// Copies the other object's values of fields that both objects have.
  mutating func merge(_ other: ArchivedObject, _ policy: MergePolicy, except kept: [String] = []) {
    var object = object
    for field in other.allFields where object.contains(field.name) && !kept.contains(field.name) {
      switch policy {
      case .override: object[field.name] = field.value
      case .fillMissing: if object[field.name] == .null { object[field.name] = field.value }
      }
    }
    self.object = object
  }

  /// Copies the other object's values that are not null.
  mutating func overwrite(with other: ArchivedObject, except kept: [String]) {
    var object = object
    for field in other.allFields
    where field.value != .null && object.contains(field.name) && !kept.contains(field.name) {
      object[field.name] = field.value
    }
    self.object = object
  }
}

extension ArchivedObject {
  /// The fields; fields of superclasses come first.
  var allFields: [Field] { (superclass?.allFields ?? []) + fields }
}
