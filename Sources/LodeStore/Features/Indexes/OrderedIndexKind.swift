internal import LodeLMDB

/// The kind of ordered and unique indexes.
struct OrderedIndexKind: IndexKind {
  let hasRowEntries = true

  func owns(_ definition: IndexDefinition) -> Bool {
    definition.kind == .ordered || definition.kind == .unique
  }

  func problem(of definition: IndexDefinition) -> String? { definition.componentProblem }

  func maintainer(
    of index: IndexRuntime, in collection: CollectionRuntime, _ session: WriteSession,
    _ reader: FieldReader, isBuilding: Bool
  ) -> any IndexMaintainer {
    OrderedIndexMaintainer(index, collection: collection.name, context: session, reader: reader)
  }

  func verifier(
    of index: IndexRuntime, in collection: CollectionRuntime, _ handle: TransactionHandle,
    _ reader: FieldReader
  ) -> (any IndexVerifier)? {
    EntryVerifier(index, handle, reader, counts: false)
  }
}
