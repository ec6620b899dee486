/// Properties of this type hold any archived value.
extension ArchiveValue: ArchivableValue {
  /// The any type: the value carries its own type.
  public static var archiveType: ArchiveType { .any }
  /// Zero, because values vary in width.
  public static var fixedArchiveSize: Int { 0 }

  /// Appends the type and the payload.
  ///
  /// - Throws: ``ArchiveError`` with `typeMismatch` if the value refers to instances of classes,
  ///   which belong to another archive.
  public func archive(into writer: inout ArchiveWriter) throws {
    if hasReferences { throw ArchiveError(.typeMismatch, Self.noReferences) }
    try writer.append(self, as: .any)
  }

  /// Decodes the type and the payload.
  ///
  /// - Throws: ``ArchiveError`` with `typeMismatch` if the value refers to instances of classes.
  public static func unarchive(from reader: inout ArchiveReader) throws -> ArchiveValue {
    let place = reader.cursor.position
    let value = try reader.value(.any)
    if value.hasReferences { throw ArchiveError(.typeMismatch, at: place, noReferences) }
    return value
  }

  private static let noReferences =
    "an ArchiveValue by itself cannot refer to instances of classes; use Archive"
}
