extension Optional: ArchivableValue where Wrapped: ArchivableValue {
  /// The type inside all nested optionals.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// The type of optionals of `Wrapped`.
  @inlinable public static var archiveType: ArchiveType { .optional(Wrapped.archiveType) }
  /// Zero, because the payloads of optionals vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the byte 0 for nil, otherwise the byte 1 and the wrapped value.
  ///
  /// - Throws: Any error that the wrapped value throws.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    guard let self else { return writer.append(0 as UInt8) }
    writer.append(1 as UInt8)
    try self.archive(into: &writer)
  }

  /// Decodes the byte 0 as nil, or the byte 1 and the wrapped value.
  ///
  /// - Throws: Any error that the wrapped value throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `invalidValue` if the first byte is neither 0 nor 1.
  ///   - `truncated` if no byte is left.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Wrapped? {
    try reader.cursor.takePresence() ? try Wrapped.unarchive(from: &reader) : nil
  }

  /// Archives the wrapped value as the next field; the flags of the object record whether the value
  /// is nil.
  ///
  /// - Throws: Any error that the wrapped value throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `wrongFields` if the schema has no more fields.
  ///   - `tooLarge` if the archive exceeds the size limit.
  @inlinable @inline(__always)
  public func archiveField(into writer: inout ArchiveWriter) throws {
    writer.fields.markPresence(self != nil, in: &writer.output)
    if Wrapped.fixedArchiveSize > 0 {
      guard let self else { return writer.skipFixed(Wrapped.fixedArchiveSize) }
      try writer.encodeFixed(self)
    } else {
      guard let self else { return try writer.endVariable() }
      try writer.encodeVariable(self)
    }
  }

  /// Decodes the field; returns `.some(nil)` if the field is nil, or is absent and has no default.
  ///
  /// - Throws: Any error that the wrapped value or the field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to the wrapped type.
  ///   - `wrongFields` if the object's type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable @inline(__always)
  public static func unarchiveField(
    _ field: Int, from reader: inout ArchiveReader
  ) throws -> Wrapped?? {
    .some(try reader.optionalField(field, as: Wrapped.self))
  }
}
