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
      archive.rootObject ?? ArchivedObject("", fields: [])
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
  /// - Parameters:
  ///   - other: The object with the new values.
  ///   - kept: The names of the fields that do not change.
  ///   - replaces: Returns whether a new value replaces an old value.
  mutating func merge(
    _ other: ArchivedObject, except kept: [String] = [],
    where replaces: (_ old: ArchiveValue?, _ new: ArchiveValue) -> Bool
  ) {
    var object = object
    for field in other.allFields
    where object.contains(field.name) && !kept.contains(field.name)
      && replaces(object[field.name], field.value)
    {
      object[field.name] = field.value
    }
    self.object = object
  }
}

extension ArchivedObject {
  /// The fields of all class levels, from the topmost superclass to the object's own class.
  var allFields: [Field] { (superclass?.allFields ?? []) + fields }
}
