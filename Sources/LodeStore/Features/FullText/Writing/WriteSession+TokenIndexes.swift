internal import LodeLMDB

// The full-text indexes that a write changes.
extension WriteSession {
  /// Returns the writer of a full-text index in this write.
  func tokenWriter(
    for index: IndexRuntime, of collection: CollectionRuntime
  ) throws(StoreError) -> TokenIndexWriter {
    if let writer = tokenWriters[index.id] { return writer }
    let writer = try TokenIndexWriter(index, of: collection, handle, batch)
    tokenWriters[index.id] = writer
    return writer
  }

  /// Writes the gathered tokens of all full-text indexes.
  func flushTokens() throws(StoreError) {
    if tokenWriters.isEmpty { return }
    // A fixed order makes writes reproducible.
    for id in tokenWriters.keys.sorted() { try tokenWriters[id]?.flush() }
  }
}
