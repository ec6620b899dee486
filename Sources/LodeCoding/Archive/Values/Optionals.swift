extension Optional: ArchivableValue where Wrapped: ArchivableValue {
  /// The type inside, also of several optionals around it.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// An optional of the type inside.
  @inlinable public static var archiveType: ArchiveType { .optional(Wrapped.archiveType) }
  /// Optionals have no fixed width where they are not fields.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends 0; or 1 and the payload.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    guard let self else { return writer.append(0 as UInt8) }
    writer.append(1 as UInt8)
    try self.archive(into: &writer)
  }

  /// Reads 0; or 1 and the payload.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue` when it begins with something else.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Wrapped? {
    let byte = try reader.take(UInt8.self)
    guard byte <= 1 else {
      throw reader.invalidValue("an optional begins with 0 or 1, not \(byte)")
    }
    return byte == 0 ? nil : try Wrapped.unarchive(from: &reader)
  }

  /// Archives the payload when there is a value; the object's flags say whether.
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

  /// Reads the field; a value of `nil` when the archive has it as `nil`, or not at all.
  @inlinable @inline(__always)
  public static func unarchiveField(
    _ field: Int, from reader: inout ArchiveReader
  ) throws -> Wrapped?? {
    .some(try reader.optionalField(field, as: Wrapped.self))
  }
}
