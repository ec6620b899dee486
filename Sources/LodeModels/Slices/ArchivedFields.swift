internal import LodeCoding
internal import LodeStore

/// A structure or an instance of a class as its fields, to copy some of them from one to another.
struct ArchivedFields {
  private var archive: Archive

  /// Takes a value apart.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch` when it holds further instances of classes, which
  ///   cannot be copied on their own.
  init<T: ArchivableValue>(_ value: T) throws { try self.init(Archive(archiving: value)) }

  /// Takes an archive apart.
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

  /// The fields, superclasses included.
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

  /// Puts the value together again.
  func decoded<T: ArchivableValue>(as type: T.Type) throws -> T { try archive.decoded(as: type) }

  /// Takes over the other's values of fields that both have.
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

  /// Takes over the other's values where it has any.
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
  /// The fields, superclasses first.
  var allFields: [Field] { (superclass?.allFields ?? []) + fields }
}
