internal import LodeCoding
internal import LodeStore

/// The archived fields of a structure or of one class instance, for copying fields between values.
struct ArchivedFields {
  private var archive: Archive

  /// Reads the fields of a value.
  ///
  /// - Throws: One of these errors:
  ///   - `ArchiveError` with `typeMismatch` if the value has no fields, or if a property holds a
  ///     class instance. A reference to the instance is invalid in another archive.
  ///   - Any other error of archiving the value.
  init<T: ArchivableValue>(_ value: T) throws { try self.init(Archive(archiving: value)) }

  /// Takes the fields of an archive.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch` if the archive contains neither an object without
  ///   class instances nor exactly one class instance.
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

  /// The object with the fields, including the levels of superclasses.
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

  /// Decodes the fields as a value of a type.
  ///
  /// - Throws: Any error of decoding an archive as the type.
  func decoded<T: ArchivableValue>(as type: T.Type) throws -> T { try archive.decoded(as: type) }

  /// Copies values from another object into the fields that both objects have.
  ///
  /// The policy `fillMissing` changes only fields that are null. Fields whose names are in `kept`
  /// do not change.
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

  /// Copies the values that are not null from another object into the fields that both objects
  /// have.
  ///
  /// Fields whose names are in `kept` do not change.
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
  /// The fields of all class levels, from the topmost superclass to the object's own class.
  var allFields: [Field] { (superclass?.allFields ?? []) + fields }
}
