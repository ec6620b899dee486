internal import LodeLMDB

/// The kind of ordered and unique indexes, or the kind of counting indexes.
struct EntryIndexKind: IndexKind {
  /// Whether the indexes are counting indexes.
  let counts: Bool

  var hasRowEntries: Bool { !counts }

  func owns(_ definition: IndexDefinition) -> Bool {
    definition.kind != .search && counts == (definition.kind == .counting)
  }

  func problem(of definition: IndexDefinition) -> String? { definition.componentProblem }

  func maintainer(
    of index: IndexRuntime, in collection: CollectionRuntime, _ session: WriteSession,
    _ reader: FieldReader, isBuilding: Bool
  ) -> any IndexMaintainer {
    counts
      ? CountingIndexMaintainer(
        index, collection: collection.name, context: session, reader: reader)
      : OrderedIndexMaintainer(
        index, collection: collection.name, context: session, reader: reader,
        isBuilding: isBuilding)
  }

  func verifier(
    of index: IndexRuntime, in collection: CollectionRuntime, _ handle: TransactionHandle,
    _ reader: FieldReader
  ) -> (any IndexVerifier)? {
    EntryVerifier(index, handle, reader, counts: counts)
  }
}
