internal import LodeCoding
internal import LodeLMDB

/// The kind of full-text indexes.
struct SearchIndexKind: IndexKind {
  let hasRowEntries = false
  let hasEarlierLayouts = true

  func owns(_ definition: IndexDefinition) -> Bool { definition.kind == .search }

  func problem(of definition: IndexDefinition) -> String? {
    let search = definition.search
    if search.isEmpty { return "it has no fields" }
    if search.count > 256 { return "it has more than 256 fields" }
    if !definition.parts.isEmpty || !definition.carried.isEmpty || definition.includesNil {
      return "a full-text index can contain only fields"
    }
    if search.contains(where: \.path.isComputed) {
      return "a full-text index cannot contain a computed value"
    }
    if let property = search.first(where: \.path.isRowProperty) {
      return "\(property.path) is a property of the row, and not a text"
    }
    if let unfit = search.first(where: { !SearchField.canWeigh($0.weight) }) {
      return "\(unfit.path) cannot have the weight \(unfit.weight)"
    }
    return nil
  }

  /// Returns whether two definitions differ at most in their weights, which the table does not
  /// contain.
  func keepsEntries(of old: IndexDefinition, for new: IndexDefinition) -> Bool {
    guard new.search.count == old.search.count else { return false }
    var copy = old
    for place in copy.search.indices { copy.search[place].weight = new.search[place].weight }
    return copy.isSame(as: new)
  }

  func maintainer(
    of index: IndexRuntime, in collection: CollectionRuntime, _ session: WriteSession,
    _ reader: FieldReader, isBuilding: Bool
  ) -> any IndexMaintainer {
    SearchIndexMaintainer(
      index, of: collection, in: session, reader: reader, isBuilding: isBuilding)
  }

  func verifier(
    of index: IndexRuntime, in collection: CollectionRuntime, _ handle: TransactionHandle,
    _ reader: FieldReader
  ) throws(StoreError) -> (any IndexVerifier)? {
    // Before the build, the table can contain entries of an earlier layout.
    guard index.hasEntries else { return nil }
    return try TokenIndexVerification(index, of: collection, handle, reader)
  }
}
