/// A property of type `ArchiveValue` holds any archived value, except instances of classes.
extension ArchiveValue: ArchivableValue {
  /// The type of values that carry their own type.
  public static var archiveType: ArchiveType { .any }
  /// Zero, because values vary in size.
  public static var fixedArchiveSize: Int { 0 }

  /// Appends the type and the value.
  ///
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the value refers to instances of classes, which belong to another
  ///     archive, or a field's value has another type than the field.
  ///   - `outOfRange` if a number does not fit the type of its field.
  ///   - `wrongFields` if an object has two fields of one name, or two groups with one label.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  public func archive(into writer: inout ArchiveWriter) throws {
    if hasReferences { throw ArchiveError(.typeMismatch, Self.noReferences) }
    try writer.append(self, as: .any)
  }

  /// Decodes the type and the value.
  ///
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the value refers to instances of classes, or an object's schema is of
  ///     the wrong kind.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public static func unarchive(from reader: inout ArchiveReader) throws -> ArchiveValue {
    let place = reader.cursor.position
    let value = try reader.value(.any)
    if value.hasReferences { throw ArchiveError(.typeMismatch, at: place, noReferences) }
    return value
  }

  private static let noReferences =
    "an ArchiveValue outside an Archive cannot refer to instances of classes; use Archive"
}
