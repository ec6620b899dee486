// Conversions between values of the program's types and archive values.
extension ArchiveValue {
  /// Creates the value that an archive of `value` contains.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that a type's own encoding throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` if the value exceeds the depth limit, or if an ``ArchiveType`` has more than 16
  ///     codes, for example for an array nested 16 times.
  ///   - `tooLarge` if the archive exceeds the size limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
  ///     no level or more than 255 levels.
  ///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
  ///     cannot be archived.
  ///   - `typeMismatch` if the value holds instances of classes, which need an ``Archive``.
  public init<T: ArchivableValue>(archiving value: T) throws {
    if let plain = PlainConversion.archived(value) {
      self = plain
      return
    }
    let archive = try Archive(archiving: value)
    guard archive.objects.isEmpty else {
      throw ArchiveError(.typeMismatch, "\(T.self) holds instances of classes")
    }
    self = archive.root
  }

  /// Decodes the value as a type of the program.
  ///
  /// - Complexity: O(n) for n bytes of the value's archive; O(n log n) with sets or dictionaries,
  ///   whose elements are sorted.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the value or a field has another type, or `outOfRange` if a number does
  ///     not fit its type.
  ///   - `missingField` if a field is absent or nil, has no default, and is not optional.
  ///   - `unknownCase` if an enumeration lacks the case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object with other fields.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `wrongFields` if an object has two fields of one name, two groups of undeclared fields
  ///     (``ArchivedObject/Group``) with one label, or a superclass.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `unknownReference` if the value refers to an instance of a class.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a default limit.
  ///   - `invalidValue` or `notCanonical` if a value is not valid for its type.
  public func decoded<T: ArchivableValue>(as type: T.Type = T.self) throws -> T {
    if let plain = PlainConversion.decoded(self, as: type) { return plain }
    return try decoded(as: type, from: self.type)
  }

  /// Decodes the value as a type of the program; `stored` is the type of the value in archives.
  func decoded<T: ArchivableValue>(as type: T.Type, from stored: ArchiveType) throws -> T {
    try Archive(self, type: stored).decoded(as: type)
  }

  /// Whether the value contains a reference to an instance of a class.
  var hasReferences: Bool {
    switch self {
    case .reference: true
    case .array(let values): values.contains(where: \.hasReferences)
    case .set(let values): values.contains(where: \.hasReferences)
    case .dictionary(let entries): entries.contains { $0.hasReferences || $1.hasReferences }
    case .object(let object): object.hasReferences
    case .typed(_, let value): value.hasReferences
    default: false
    }
  }
}

extension ArchivedObject {
  fileprivate var hasReferences: Bool {
    fields.contains(where: \.value.hasReferences)
      || extensions?.contains { $0.fields.contains(where: \.value.hasReferences) } == true
  }
}

extension Archive {
  /// Creates the archive of a value.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that a type's own encoding throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` if the value exceeds the depth limit, or if an ``ArchiveType`` has more than 16
  ///     codes, for example for an array nested 16 times.
  ///   - `tooLarge` if the archive exceeds the size limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
  ///     no level or more than 255 levels.
  ///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
  ///     cannot be archived.
  public init<T: ArchivableValue>(archiving value: T) throws {
    self = try Archiver().encoding({ try $0.append(root: value) }) { writer in
      try writer.withPlaces { bytes, schema in try Archive(stored: bytes, schema: schema) }
    }
  }

  /// Decodes the archived value as a type of the program.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - unarchiver: The options of the decoding.
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive or a field holds another type, or `outOfRange` if a number
  ///     does not fit its type.
  ///   - `missingField` if an object lacks a field without a default, or `unknownCase` if an
  ///     enumeration lacks the archived case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object with other fields.
  ///   - `typeNotAllowed` if an instance's class is neither the declared class nor listed in
  ///     `unarchiver.allowing`.
  ///   - `unresolvedCycle` if creating an instance of a class requires the same instance.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `wrongFields` if an object has two fields of one name, or two groups with one label.
  ///   - `wrongFields` if a structure or an enumeration case has a superclass.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `unknownReference` if a reference names no instance.
  ///   - `invalidValue` or `notCanonical` if a value is not valid for its type.
  public func decoded<T: ArchivableValue>(
    as type: T.Type = T.self, with unarchiver: Unarchiver = Unarchiver()
  ) throws -> T {
    try Archiver(limits: unarchiver.limits).encoding({ try append(to: &$0) }) { writer in
      try writer.withPlaces { bytes, schema in
        try unarchiver.unarchive(type, stored: bytes, schema: schema)
      }
    }
  }
}

extension ArchiveWriter {
  /// Passes the archive to `body`, with each schema numbered by its index in the archive plus 1.
  fileprivate mutating func withPlaces<R>(
    _ body: (Span<UInt8>, (UInt32) -> ArchiveSchema?) throws -> R
  ) throws -> R {
    let schemas = schemas
    return try withStored(number: schemas.place) { bytes in try body(bytes, schemas.schema) }
  }
}
