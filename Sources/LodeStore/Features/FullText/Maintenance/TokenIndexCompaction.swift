internal import LodeCoding
internal import LodeLMDB

/// One batch of a compaction, which merges all segments and then removes dead documents.
///
/// A document is dead after its row was changed or deleted.
struct TokenIndexCompaction {
  /// The number of bytes of postings that count as one block.
  private static let bytesPerBlock = 1000
  /// The number of pages of dead documents that one batch removes at the end.
  private static let pagesPerPart = 8

  private let table: TokenIndexTable
  private var maintenance: SegmentMaintenance
  private var state: TokenIndexState {
    get { maintenance.state }
    set { maintenance.state = newValue }
  }

  init(_ table: TokenIndexTable, _ reader: TokenIndexReader) {
    self.table = table
    maintenance = SegmentMaintenance(table: table, reader: reader, state: reader.state)
  }

  /// Performs the next batch of the current phase: merging, deleting rows of merged segments, or
  /// removing dead documents.
  ///
  /// - Returns: The number of remaining dead documents.
  mutating func run(blocks: Int) throws(LMDBError) -> UInt32 {
    if state.compaction == .none { try begin() }
    let bytes = min(blocks, .max / Self.bytesPerBlock) * Self.bytesPerBlock
    if state.compaction == .merging {
      _ = try maintenance.advance(0, bytes: bytes)
    } else if !state.retired.isEmpty {
      _ = try maintenance.deleteLeftovers(bytes: bytes)
    } else {
      try takeOut()
    }
    try table.put(state.bytes, TokenKey.state)
    return state.dead
  }

  /// Whether the compaction is finished after this batch.
  var isFinished: Bool { state.compaction == .none }

  /// Records the dead documents, and begins the merge of all segments.
  ///
  /// The compaction removes only the recorded documents. The merge can copy the postings of
  /// documents that become dead later.
  private mutating func begin() throws(LMDBError) {
    if state.dead == 0 && state.segments.count < 2 {
      state.compaction = .takingOut
      return
    }
    var number: UInt32 = 0
    while let page = try page(TokenKey.dead, from: number) {
      try table.put(page.value, TokenKey.page(TokenKey.removed, page.number))
      number = page.number + 1
    }
    state.retired += state.merges.map(\.output)
    state.merges = []
    // An index without a free segment number, out of billions, is damaged.
    guard !state.segments.isEmpty, state.begin(0..<state.segments.count) else {
      throw table.damaged()
    }
    state.compaction = .merging
  }

  /// Returns the first page of a kind, from a page number on, or `nil` if no page remains.
  private func page(
    _ kind: UInt8, from number: UInt32
  ) throws(LMDBError) -> (number: UInt32, value: [UInt8])? {
    let key = TokenKey.page(kind, number)
    guard let entry = try table.cursor.seek(atLeast: key.span, verifying: table.index) else {
      return nil
    }
    guard let content = table.index.content(entry.key, entry.value) else { throw table.damaged() }
    if !entry.key.starts(with: [kind].span) { return nil }
    guard let number = TokenKey.pageNumber(entry.key),
      content.count == Int(TokenKey.bitsPerPage / 8), number <= .max / TokenKey.bitsPerPage
    else { throw table.damaged() }
    return (number, content.copied())
  }

  /// Removes the keys and the lengths of the documents whose postings the compaction has removed.
  private mutating func takeOut() throws(LMDBError) {
    for _ in 0..<Self.pagesPerPart {
      guard let page = try page(TokenKey.removed, from: 0) else {
        state.compaction = .none
        return
      }
      try takeOut(page.value, page.number)
      try table.delete(TokenKey.page(TokenKey.removed, page.number))
    }
  }

  private mutating func takeOut(_ removed: [UInt8], _ number: UInt32) throws(LMDBError) {
    var bits = try table.deadBits(TokenKey.dead, number)
    var gone: [UInt32] = []
    for (place, byte) in removed.enumerated() where byte != 0 {
      for bit in 0..<8 where byte & bits[place] & 1 << bit != 0 {
        gone.append(number * TokenKey.bitsPerPage + UInt32(place * 8 + bit))
      }
      bits[place] &= ~byte
    }
    guard state.dead >= UInt32(gone.count) else { throw table.damaged() }
    state.dead -= UInt32(gone.count)
    let key = TokenKey.page(TokenKey.dead, number)
    if bits.allSatisfy({ $0 == 0 }) { try table.delete(key) } else { try table.put(bits, key) }
    try table.forget(gone)
  }
}

extension TokenIndexTable {
  /// Deletes the keys and lengths of documents, which are in ascending order.
  func forget(_ documents: [UInt32]) throws(LMDBError) {
    try forEachPage(of: documents, size: TokenKey.keysPerPage, forgetKeys)
    try forEachPage(of: documents, size: TokenKey.lengthsPerPage, forgetLengths)
  }

  private func forEachPage(
    of documents: [UInt32], size: UInt32,
    _ body: (ArraySlice<UInt32>, _ page: UInt32) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var rest = documents[...]
    while let first = rest.first {
      let part = rest.prefix { $0 / size == first / size }
      try body(part, first / size)
      rest = rest.dropFirst(part.count)
    }
  }

  private func forgetKeys(_ documents: ArraySlice<UInt32>, _ page: UInt32) throws(LMDBError) {
    let key = TokenKey.page(TokenKey.keys, page)
    guard let bytes = try content(key) else { return }
    guard let known = DocumentKeys(bytes.span) else { throw damaged() }
    let places = Set(documents.map { Int($0 % TokenKey.keysPerPage) })
    var (kept, end): ([UInt8], Int) = ([], 0)
    for (place, range) in known.ranges.enumerated() {
      if places.contains(place) || range.isEmpty {
        kept.append(0)
      } else {
        kept.appendVarint(UInt32(range.count))
        kept += bytes[range]
        end = kept.count
      }
    }
    kept.removeLast(kept.count - end)
    if kept.isEmpty { try delete(key) } else { try put(kept, key) }
  }

  private func forgetLengths(_ documents: ArraySlice<UInt32>, _ page: UInt32) throws(LMDBError) {
    let key = TokenKey.page(TokenKey.lengths, page)
    guard var bytes = try content(key) else { return }
    for document in documents {
      let place = 2 * Int(document % TokenKey.lengthsPerPage)
      guard place + 2 <= bytes.count else { continue }
      if bytes[place] == 0xFF && bytes[place + 1] == 0xFF {
        try delete(TokenKey.page(TokenKey.longLength, document))
      }
      (bytes[place], bytes[place + 1]) = (0, 0)
    }
    while bytes.count >= 2, bytes[bytes.count - 1] == 0, bytes[bytes.count - 2] == 0 {
      bytes.removeLast(2)
    }
    if bytes.isEmpty { try delete(key) } else { try put(bytes, key) }
  }
}
