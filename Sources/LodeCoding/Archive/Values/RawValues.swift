// Enumerations with raw values, and other `RawRepresentable` types.
extension ArchivableValue where Self: RawRepresentable, RawValue: ArchivableValue {
  /// The type of the raw value.
  @inlinable public static var archiveType: ArchiveType { RawValue.archiveType }
  /// The size of every raw value in bytes, or zero if raw values vary in size.
  @inlinable public static var fixedArchiveSize: Int { RawValue.fixedArchiveSize }

  /// Appends the raw value.
  ///
  /// - Throws: Any error that the raw value throws.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try rawValue.archive(into: &writer)
  }

  /// Decodes the raw value.
  ///
  /// - Throws: Any error that the raw value throws, and ``ArchiveError`` with `unknownCase` if no
  ///   value of the type has the raw value.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let raw = try RawValue.unarchive(from: &reader)
    guard let value = Self(rawValue: raw) else {
      throw reader.cursor.unknownRawValue("\(raw)", "\(Self.self)")
    }
    return value
  }
}

extension ByteCursor {
  /// Returns an error with the code `unknownCase` at the position.
  @usableFromInline
  func unknownRawValue(_ raw: String, _ type: String) -> ArchiveError {
    ArchiveError(.unknownCase, at: position, "\(type) has no case with the raw value \(raw)")
  }
}
