/// The full-text indexes that a write or savepoint changes.
final class TokenWriters: WriteParticipant {
  private let context: WriteSession
  /// The pending changes, by table number.
  private var writers: [UInt32: TokenIndexWriter] = [:]

  init(_ session: WriteSession) { context = session }

  func writer(
    for index: IndexRuntime, of collection: CollectionRuntime
  ) throws(StoreError) -> TokenIndexWriter {
    if let writer = writers[index.id] { return writer }
    let writer = try TokenIndexWriter(index, of: collection, context.handle, context.batch)
    writers[index.id] = writer
    return writer
  }

  /// Writes the gathered tokens of all indexes.
  func write() throws(StoreError) {
    // A fixed order makes writes reproducible.
    for id in writers.keys.sorted() { try writers[id]?.flush() }
  }

  func flush() throws(StoreError) {
    if writers.isEmpty { return }
    try write()
    writers.removeAll()
  }

  func discardChanges(ofTable id: UInt32) { writers[id] = nil }

  func end() { writers.removeAll() }
}
