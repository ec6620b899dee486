// Values of the program's types as archive values, and back.
extension ArchiveValue {
  /// Creates what an archive of a value has.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` with `typeMismatch` when it holds instances of classes, which need
  ///   an ``Archive``; `tooDeep`, `tooLarge`; what the value's type throws.
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

  /// Reads the value as one of a type of the program, as if it came from an archive.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `Unarchiver.unarchive(_:from:)`.
  public func decoded<T: ArchivableValue>(as type: T.Type = T.self) throws -> T {
    if let plain = plain(as: type) { return plain }
    return try decoded(as: type, from: self.type)
  }

  func decoded<T: ArchivableValue>(as type: T.Type, from stored: ArchiveType) throws -> T {
    try Archive(self, type: stored).decoded(as: type)
  }

  /// Whether there is a reference to a shared object in the value.
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
  /// Creates what an archive of a value has.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `Archiver.archive(_:)`.
  public init<T: ArchivableValue>(archiving value: T) throws {
    self = try Archiver().encoding({ try $0.append(root: value) }) { writer in
      try writer.withPlaces { bytes, schema in try Archive(stored: bytes, schema: schema) }
    }
  }

  /// Reads the archived value as one of a type of the program.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `Unarchiver.unarchive(_:from:)`; as `encoded(limits:)`.
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
  /// Lends the stored form, in which schemas go by their places in the archive's own list.
  fileprivate mutating func withPlaces<R>(
    _ body: (Span<UInt8>, (UInt32) -> ArchiveSchema?) throws -> R
  ) throws -> R {
    let schemas = schemas
    return try withStored(number: schemas.place) { bytes in try body(bytes, schemas.schema) }
  }
}
