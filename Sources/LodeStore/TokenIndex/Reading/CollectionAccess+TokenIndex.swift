internal import LodeCoding
internal import LodeLMDB

extension CollectionAccess {
  /// The search indexes of the collection that can be used in this snapshot, in the order of their
  /// names.
  package var searchIndexes: [IndexDefinition] {
    (info?.indexes ?? []).filter { $0.definition.kind == .search && isUsable($0) }
      .map { $0.definitionWithTokenizers(in: name) }
  }

  private func isUsable(_ index: IndexInfo) -> Bool {
    index.isUsable && info?.canCompute(index) == true
  }

  /// Lends a search index; in a write with all that it has changed.
  ///
  /// Inside `body` nothing is to be written.
  ///
  /// - Parameter index: the name of the index; `nil` for the only one, or the first.
  /// - Throws: what `body` throws; ``StoreError`` with `indexNotFound` when there is none that can
  ///   be used, and `damaged`.
  package func withTokenIndex<R>(
    _ index: String? = nil, _ body: (TokenIndexReader) throws -> R
  ) throws -> R {
    let found = info?.indexes.first {
      $0.definition.kind == .search && isUsable($0) && (index == nil || $0.name == index)
    }
    guard let found else {
      throw StoreError(.indexNotFound, collection: name, context: index ?? "a search index")
    }
    try context?.flushTokens()
    let reader = try TokenIndexReader(found, of: name, handle)
    defer { reader.close() }
    return try body(reader)
  }
}
