package import LodeCoding

extension CollectionAccess {
  /// Decodes the archived structure of a row as another type, which has some of the structure's
  /// fields.
  package func project<T: Archivable>(
    _ row: borrowing RowValue, as type: T.Type
  ) throws -> T {
    try checkArchive(row.type)
    let schemas = schemas
    return try unarchiver(of: row.bytes).project(type, stored: row.bytes) { schemas.schema($0) }
  }

  /// Decodes the named fields of the archived structure of a row.
  package func fields(
    _ names: [String], of row: borrowing RowValue
  ) throws -> [String: ArchiveValue] {
    try checkArchive(row.type)
    let schemas = schemas
    return try unarchiver(of: row.bytes).fields(names, stored: row.bytes) { schemas.schema($0) }
  }
}
