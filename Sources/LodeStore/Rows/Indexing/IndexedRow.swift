internal import LodeCoding

/// The two states of a changed row.
enum IndexedSide {
  case old
  case new
}

/// The data of a row that indexes read: the key, the archive's fields, and the row properties.
///
/// A row property is a value of the row outside the archive, such as `$created` or `$revision`.
struct IndexedRow: ~Copyable, ~Escapable {
  /// The key of the row.
  let key: Span<UInt8>
  /// The size of the `Partition` in the key, in bytes; 0 without a partition.
  let partitionCount: Int
  private let archive: Span<UInt8>
  private let schemas: SchemaCatalog
  private let reader: FieldReader
  private let properties: RowProperties?

  /// Creates a row.
  ///
  /// A reader with row properties requires `properties`.
  @_lifetime(copy key, copy archive)
  init(
    key: Span<UInt8>, archive: Span<UInt8>, schemas: SchemaCatalog, reader: FieldReader,
    properties: RowProperties?
  ) {
    self.properties = properties
    self.key = key
    self.archive = archive
    self.schemas = schemas
    self.reader = reader
    partitionCount = Partition.byteCount(in: key)
  }

  /// Returns the value of a field, by its number in the reader; `nil` if the field has no value.
  func value(_ field: Int) throws -> ArchiveValue? {
    if let property = reader.rowProperty(field) { return properties?.value(property) }
    return try reader.value(field, archive, schemas)
  }

  /// Appends the encoded value of a field.
  ///
  /// - Returns: Whether the encoded value is exact, and whether the value is nil.
  func append(_ field: Int, to buffer: inout KeyBuffer) throws -> (isExact: Bool, isNil: Bool) {
    if let property = reader.rowProperty(field) {
      let value = properties?.value(property) ?? .null
      return (buffer.appendIndexed(value), value.family == .null)
    }
    return try reader.append(field, archive, schemas, to: &buffer)
  }

  /// Passes the value of a field to a closure.
  ///
  /// The field must not be a computed value or a row property.
  func withScalar(
    _ field: Int, _ body: (borrowing ArchiveScalar) throws -> Void
  ) throws {
    try reader.withScalar(field, archive, schemas, body)
  }

  /// Returns whether the row meets a condition.
  func meets(_ condition: Condition) throws -> Bool {
    try condition.evaluate { path in
      guard let field = reader.field(path) else { return nil }
      return try value(field)
    } == true
  }
}
