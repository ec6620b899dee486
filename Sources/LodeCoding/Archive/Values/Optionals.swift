extension Optional: ArchivableValue where Wrapped: ArchivableValue {
  /// The type inside all nested optionals.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// The optional type of the wrapped type.
  @inlinable public static var archiveType: ArchiveType { .optional(Wrapped.archiveType) }
  /// Zero, because optionals have no fixed width outside fields.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends 0 for nil, otherwise 1 and the payload.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    guard let self else { return writer.append(0 as UInt8) }
    writer.append(1 as UInt8)
    try self.archive(into: &writer)
  }

  /// Decodes 0 as nil, or 1 and the payload.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue` if the first byte is neither 0 nor 1.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Wrapped? {
    let byte = try reader.take(UInt8.self)
    guard byte <= 1 else {
      throw reader.invalidValue("an optional begins with 0 or 1, not \(byte)")
    }
    return byte == 0 ? nil : try Wrapped.unarchive(from: &reader)
  }

  /// Archives the payload of a value; the object's flags encode its presence.
  @inlinable @inline(__always)
  public func archiveField(into writer: inout ArchiveWriter) throws {
    writer.markPresence(self != nil)
    if Wrapped.fixedArchiveSize > 0 {
      guard let self else { return writer.skipFixed(Wrapped.fixedArchiveSize) }
      try writer.encodeFixed(self)
    } else {
      guard let self else { return try writer.endVariable() }
      try writer.encodeVariable(self)
    }
  }

  /// Decodes the field as `.some(nil)` if the archive has no value or no field.
  @inlinable @inline(__always)
  public static func unarchiveField(
    _ field: Int, from reader: inout ArchiveReader
  ) throws -> Wrapped?? {
    .some(try reader.optionalField(field, as: Wrapped.self))
  }
}
