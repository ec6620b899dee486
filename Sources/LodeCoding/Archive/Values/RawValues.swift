// Enumerations with raw values, and other types that are a raw value.
extension ArchivableValue where Self: RawRepresentable, RawValue: ArchivableValue {
  /// That of the raw value.
  @inlinable public static var archiveType: ArchiveType { RawValue.archiveType }
  /// That of the raw value.
  @inlinable public static var fixedArchiveSize: Int { RawValue.fixedArchiveSize }

  /// Appends the raw value.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try rawValue.archive(into: &writer)
  }

  /// Reads a raw value.
  ///
  /// - Throws: ``ArchiveError`` with `unknownCase` when no value has it.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let raw = try RawValue.unarchive(from: &reader)
    guard let value = Self(rawValue: raw) else {
      throw reader.unknownRawValue("\(raw)", "\(Self.self)")
    }
    return value
  }
}

extension ArchiveReader {
  @usableFromInline
  func unknownRawValue(_ raw: String, _ type: String) -> ArchiveError {
    ArchiveError(.unknownCase, at: cursor.position, "\(type) has no value of \(raw)")
  }

  /// Goes to the end of the payload.
  mutating func skipPayload() { cursor.position = cursor.end }
}
