internal import LodeLMDB

/// The kind of counting indexes.
struct CountingIndexKind: IndexKind {
  let hasRowEntries = false

  func owns(_ definition: IndexDefinition) -> Bool { definition.kind == .counting }

  func problem(of definition: IndexDefinition) -> String? { definition.componentProblem }

  func maintainer(
    of index: IndexRuntime, in collection: CollectionRuntime, _ session: WriteSession,
    _ reader: FieldReader, isBuilding: Bool
  ) -> any IndexMaintainer {
    CountingIndexMaintainer(index, collection: collection.name, context: session, reader: reader)
  }

  func verifier(
    of index: IndexRuntime, in collection: CollectionRuntime, _ handle: TransactionHandle,
    _ reader: FieldReader
  ) -> (any IndexVerifier)? {
    EntryVerifier(index, handle, reader, counts: true)
  }
}
