internal import LodeCoding

extension SchemaCatalog {
  /// Returns the number of a schema for archives that reads create in memory.
  func numberOfRead(_ schema: ArchiveSchema) -> UInt32 {
    number(of: schema) ?? unrecorded.number(of: added.completing(schema))
  }

  /// Returns whether an archive refers to an unrecorded schema.
  ///
  /// The store cannot store such an archive unchanged.
  func hasUnrecorded(_ archive: Span<UInt8>) -> Bool {
    if unrecorded.isEmpty { return false }
    guard let numbers = try? Unarchiver.schemaNumbers(stored: archive) else { return false }
    return numbers.contains(where: UnrecordedSchemas.has)
  }
}
