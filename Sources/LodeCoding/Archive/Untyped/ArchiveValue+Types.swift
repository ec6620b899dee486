// Conversions between values of the program's types and archive values.
extension ArchiveValue {
  /// Creates the value that an archive of `value` contains.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError``: `typeMismatch` if the value holds instances of classes, which need
  ///   an ``Archive``; `tooDeep` or `tooLarge` if a limit is exceeded; any error of the value's
  ///   type.
  public init<T: ArchivableValue>(archiving value: T) throws {
    if let plain = ArchiveValue(plain: value) {
      self = plain
      return
    }
    let archive = try Archive(archiving: value)
    guard archive.objects.isEmpty else {
      throw ArchiveError(.typeMismatch, "\(T.self) holds instances of classes")
    }
    self = archive.root
  }

  /// Decodes the value as a type of the program, as from an archive.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` as `Unarchiver.unarchive(_:from:)`.
  public func decoded<T: ArchivableValue>(as type: T.Type = T.self) throws -> T {
    if let plain = plain(as: type) { return plain }
    return try decoded(as: type, from: self.type)
  }

  func decoded<T: ArchivableValue>(as type: T.Type, from stored: ArchiveType) throws -> T {
    try Archive(self, type: stored).decoded(as: type)
  }

  /// Whether the value contains a reference to a shared object.
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
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` as `Archiver.archive(_:)`; any error of the value's type.
  public init<T: ArchivableValue>(archiving value: T) throws {
    self = try Archiver().encoding({ try $0.append(root: value) }) { writer in
      try writer.withPlaces { bytes, schema in try Archive(stored: bytes, schema: schema) }
    }
  }

  /// Decodes the archived value as a type of the program.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` as `Unarchiver.unarchive(_:from:)` or as `encoded(limits:)`.
  public func decoded<T: ArchivableValue>(
    as type: T.Type = T.self, with unarchiver: Unarchiver = Unarchiver()
  ) throws -> T {
    try Archiver(limits: unarchiver.limits).encoding({ try $0.append(self) }) { writer in
      try writer.withPlaces { bytes, schema in
        try unarchiver.unarchive(type, stored: bytes, schema: schema)
      }
    }
  }
}

extension ArchiveWriter {
  /// Passes the stored form to `body`; schemas are numbered by their positions in the archive's
  /// list.
  fileprivate mutating func withPlaces<R>(
    _ body: (Span<UInt8>, (UInt32) -> ArchiveSchema?) throws -> R
  ) throws -> R {
    let schemas = schemas
    return try withStored(number: schemas.place) { bytes in try body(bytes, schemas.schema) }
  }
}
