// Enumerations with raw values, and other `RawRepresentable` types.
extension ArchivableValue where Self: RawRepresentable, RawValue: ArchivableValue {
  /// The raw value's type.
  @inlinable public static var archiveType: ArchiveType { RawValue.archiveType }
  /// The raw value's fixed size.
  @inlinable public static var fixedArchiveSize: Int { RawValue.fixedArchiveSize }

  /// Appends the raw value.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try rawValue.archive(into: &writer)
  }

  /// Decodes a raw value.
  ///
  /// - Throws: ``ArchiveError`` with `unknownCase` if no value has the raw value.
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

  /// Moves to the end of the payload.
  mutating func skipPayload() { cursor.position = cursor.end }
}
