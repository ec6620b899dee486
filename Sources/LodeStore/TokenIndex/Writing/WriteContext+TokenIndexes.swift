internal import LodeLMDB

// The search indexes that a write changes.
extension WriteContext {
  /// What this write makes of a search index.
  func tokenWriter(
    for index: IndexInfo, of collection: CollectionInfo
  ) throws(StoreError) -> TokenIndexWriter {
    if let writer = tokenWriters[index.id] { return writer }
    let writer = try TokenIndexWriter(index, of: collection, in: self)
    tokenWriters[index.id] = writer
    return writer
  }

  /// Writes what was gathered for search indexes, so that they can be read.
  func flushTokens() throws(StoreError) {
    if tokenWriters.isEmpty { return }
    // In an order that does not change from run to run.
    for id in tokenWriters.keys.sorted() { try tokenWriters[id]?.flush() }
  }
}
