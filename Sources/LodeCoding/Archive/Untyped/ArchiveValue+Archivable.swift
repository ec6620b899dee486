/// A property of type `ArchiveValue` holds any archived value without instances of classes.
extension ArchiveValue: ArchivableValue {
  /// The type *any*: archives store each value together with its type.
  public static var archiveType: ArchiveType { .any }
  /// Zero, because values vary in size.
  public static var fixedArchiveSize: Int { 0 }

  /// Appends the type and the value.
  ///
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the value contains an instance of a class or a reference to an instance.
  ///   - `typeMismatch` or `outOfRange` if a value does not fit the explicit type in
  ///     ``typed(_:_:)``, or the type of its field.
  ///   - `typeMismatch` if the type of a field is or contains `null`.
  ///   - `wrongFields` if an object has two fields of one name, two groups with one label, or a
  ///     superclass.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `tooDeep` if the value exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the value exceeds the size limit.
  public func archive(into writer: inout ArchiveWriter) throws {
    if hasReferences { throw ArchiveError(.typeMismatch, Self.noReferences) }
    try ArchiveType.any.append(self, to: &writer)
  }

  /// Decodes the type and the value.
  ///
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the value refers to an instance of a class, or a structure has the
  ///     schema of a class.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public static func unarchive(from reader: inout ArchiveReader) throws -> ArchiveValue {
    let place = reader.cursor.position
    var values = UntypedReader(reader.cursor, reader.session)
    let value = try values.value(.any)
    reader.cursor.position = values.cursor.position
    if value.hasReferences { throw ArchiveError(.typeMismatch, at: place, noReferences) }
    return value
  }

  private static let noReferences =
    "an ArchiveValue outside an Archive cannot refer to instances of classes; use Archive"
}
