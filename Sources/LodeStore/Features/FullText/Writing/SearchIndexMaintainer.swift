internal import LodeCoding

/// The maintainer of a full-text index, which passes the texts of rows to the writer of the index.
final class SearchIndexMaintainer: IndexMaintainer {
  let info: IndexRuntime
  let isLossy = false
  let foundDuplicates = false
  /// The maximum number of rows in a batch of an index build.
  ///
  /// The number is large, so that a batch writes many postings of a term together.
  let mostGathered = 200_000
  /// The minimum number of rows in a batch of an index build while other writes wait.
  ///
  /// The number is large, because each batch becomes a segment, and searches read every segment.
  let leastGathered = 20_000
  private let collection: CollectionRuntime
  private let writers: TokenWriters
  private let shape: TextShape
  /// Whether an index build creates the entries.
  private let isBuilding: Bool
  private var old: FieldTexts
  private var new: FieldTexts
  private var key: [UInt8] = []

  init(
    _ info: IndexRuntime, of collection: CollectionRuntime, in context: WriteSession,
    reader: FieldReader, isBuilding: Bool
  ) {
    self.info = info
    self.collection = collection
    writers = context.participant(TokenWriters.self)
    self.isBuilding = isBuilding
    shape = TextShape(info.definition, reader)
    old = FieldTexts(columnCount: info.definition.search.count)
    new = old
  }

  func forget() {
    old.removeAll()
    new.removeAll()
    key.removeAll(keepingCapacity: true)
  }

  func close() {}

  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws {
    switch side {
    case .old: try shape.take(&row, into: &old)
    case .new: try shape.take(&row, into: &new)
    }
    key.removeAll(keepingCapacity: true)
    key.append(copying: row.key)
    if isBuilding, new.isDocument { try writer().add(row.key, new) }
  }

  func check() throws(StoreError) {}

  func apply() throws(StoreError) {
    if new.hasSameWords(as: old) { return }
    let writer = try writer()
    let key = key
    if old.isDocument { try writer.remove(key.span) }
    if new.isDocument { try writer.add(key.span, new) }
  }

  func writeGathered() throws(StoreError) { try writer().flush() }

  private func writer() throws(StoreError) -> TokenIndexWriter {
    try writers.writer(for: info, of: collection)
  }
}
