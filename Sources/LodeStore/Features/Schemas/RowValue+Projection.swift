package import LodeCoding

extension RowValue {
  /// Decodes the archived structure as another type, which has some of the structure's fields.
  package func project<T: Archivable>(as type: T.Type, in access: CollectionAccess) throws -> T {
    try access.checkArchive(self.type)
    let schemas = access.schemas
    return try access.unarchiver(of: bytes).project(type, stored: bytes) { schemas.schema($0) }
  }

  /// Decodes the named fields of the archived structure.
  package func fields(
    _ names: [String], in access: CollectionAccess
  ) throws -> [String: ArchiveValue] {
    try access.checkArchive(type)
    let schemas = access.schemas
    return try access.unarchiver(of: bytes).fields(names, stored: bytes) { schemas.schema($0) }
  }
}
