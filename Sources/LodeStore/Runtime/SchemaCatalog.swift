internal import LodeCoding

/// The schemas of a store's archives, by number from 1, and the table of the store's blobs.
///
/// Schemas never change and are never removed, so a number has the same meaning in every snapshot.
final class SchemaCatalog: Sendable {
  /// The schemas; the first schema has number 1.
  let schemas: [ArchiveSchema]
  /// The schema numbers, by the digest of the definition.
  ///
  /// Two schemas with one digest are improbable; in this case, the first schema keeps the entry.
  private let numbers: [UInt64: UInt32]
  /// The table of the store's blobs, or `nil` before the first blob.
  let blobs: CollectionRuntime?
  /// The numbers of the schemas of an inline blob and of a stored blob; 0 for a missing schema.
  ///
  /// The archive contains the bytes of an inline blob. The blob table contains the bytes of a
  /// stored blob.
  let (inlineBlob, storedBlob): (UInt32, UInt32)
  /// The schemas of migrated rows that the store has not recorded; reads migrate such rows in
  /// memory.
  let unrecorded: UnrecordedSchemas
  /// The recorded defaults of added fields; the schemas contain the same defaults.
  let added: AddedFields

  /// Creates a catalog of schemas.
  ///
  /// - Parameters:
  ///   - schemas: The schemas in the order of their numbers, with the added fields of their
  ///     objects.
  ///   - added: The recorded defaults of added fields.
  ///   - blobs: The table of the store's blobs, or `nil` before the first blob.
  ///   - unrecorded: The schemas of migrated rows that the store has not recorded.
  init(
    _ schemas: [ArchiveSchema] = [], added: AddedFields = AddedFields(),
    blobs: CollectionRuntime? = nil, unrecorded: UnrecordedSchemas = UnrecordedSchemas()
  ) {
    self.schemas = schemas
    self.added = added
    self.blobs = blobs
    self.unrecorded = unrecorded
    numbers = Dictionary(
      schemas.enumerated().map { ($1.digest, UInt32($0 + 1)) },
      uniquingKeysWith: { first, _ in first })
    (inlineBlob, storedBlob) = Self.blobSchemas(schemas, numbers)
  }

  /// Returns the schema with a number, or `nil` if no schema has the number.
  @inline(__always)
  func schema(_ number: UInt32) -> ArchiveSchema? {
    let index = Int(number) - 1
    if index >= 0 && index < schemas.count { return schemas[index] }
    return unrecorded.schema(number)
  }

  /// Returns the number of the schema with exactly this definition, or `nil` if the store does not
  /// have the schema.
  func number(of schema: ArchiveSchema) -> UInt32? {
    guard let number = numbers[schema.digest] else { return nil }
    if schemas[Int(number) - 1] == schema { return number }
    return schemas.firstIndex(of: schema).map { UInt32($0 + 1) }
  }

  /// Returns a copy with one more schema.
  func adding(_ schema: ArchiveSchema) -> SchemaCatalog {
    SchemaCatalog(
      schemas + [added.completing(schema)], added: added, blobs: blobs, unrecorded: unrecorded)
  }

  /// Returns a copy with other defaults of added fields.
  func with(added: AddedFields) -> SchemaCatalog {
    SchemaCatalog(
      schemas.map(added.completing), added: added, blobs: blobs, unrecorded: unrecorded)
  }

  /// Returns a copy with another blob table, or without a blob table.
  func with(blobs: CollectionRuntime?) -> SchemaCatalog {
    SchemaCatalog(schemas, added: added, blobs: blobs, unrecorded: unrecorded)
  }

  /// Returns all versions of a schema: the schemas of the same type, case, or extension.
  func related(to schema: ArchiveSchema) -> [(number: UInt32, schema: ArchiveSchema)] {
    schemas.enumerated().compactMap { index, other in
      other.name == schema.name && other.kind.isSameLevel(as: schema.kind)
        ? (UInt32(index + 1), other) : nil
    }
  }
}

extension SchemaCatalog {
  /// Returns the numbers of the schemas of inline blobs and of stored blobs; 0 for a missing
  /// schema.
  ///
  /// The archive contains the bytes of an inline blob. The blob table contains the bytes of a
  /// stored blob.
  static func blobSchemas(
    _ schemas: [ArchiveSchema], _ numbers: [UInt64: UInt32]
  ) -> (inline: UInt32, stored: UInt32) {
    let found = Blob.archiveSchemas.map { schema -> UInt32 in
      guard let number = numbers[schema.digest], schemas[Int(number) - 1] == schema else {
        return 0
      }
      return number
    }
    return (found[0], found[1])
  }

  /// Returns whether an archive may contain blobs or references to blobs, without decoding.
  ///
  /// - Complexity: O(1) in a store that never had a blob; otherwise O(s) for s schemas of the
  ///   archive.
  @inline(__always)
  func mayHaveBlobs(_ archive: Span<UInt8>) -> Bool {
    inlineBlob | storedBlob != 0
      && Unarchiver.refers(stored: archive, to: inlineBlob, or: storedBlob)
  }

  /// Returns whether an archive may refer to stored blobs.
  @inline(__always)
  func mayNameBlobs(_ archive: Span<UInt8>) -> Bool {
    storedBlob != 0 && Unarchiver.refers(stored: archive, to: storedBlob, or: storedBlob)
  }
}

extension ArchiveSchema.Kind {
  /// Returns whether two kinds of one type are equal, apart from the superclass of a class.
  fileprivate func isSameLevel(as other: ArchiveSchema.Kind) -> Bool {
    switch (self, other) {
    case (.structure, .structure), (.class, .class): true
    default: self == other
    }
  }
}
