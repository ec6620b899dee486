internal import LodeCoding
internal import LodeLMDB

/// One part of a compaction: removes the postings of dead documents from some blocks.
struct TokenIndexCompaction: ~Copyable {
  /// How many pages of dead documents one part takes out at the end.
  private static let pagesPerPart = 8

  private let table: TokenIndexTable
  private let reader: TokenIndexReader
  private var state: TokenIndexState
  /// The term and the size of the block before, if that is there.
  private var last: (key: [UInt8], size: Int)?
  private var builder = BlockBuilder()
  // Memory to work in.
  private var documents: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()
  private var bytes: [UInt8] = []

  init(_ table: TokenIndexTable, _ reader: TokenIndexReader) {
    self.table = table
    self.reader = reader
    state = reader.state
  }

  /// Looks at the next blocks, and takes the documents out when all blocks were; returns how many are dead then.
  mutating func run(blocks: Int) throws(LMDBError) -> UInt32 {
    if state.compacted.isEmpty { try begin() }
    if state.compacted[0] == TokenKey.term { try walk(blocks) } else { try takeOut() }
    try table.put(state.bytes, TokenKey.state)
    return state.dead
  }

  /// Whether the compaction has ended with the part.
  var isFinished: Bool { state.compacted.isEmpty }

  /// Notes which documents are taken out: those that die later may have postings in blocks that were looked at.
  private mutating func begin() throws(LMDBError) {
    var number: UInt32 = 0
    while let page = try page(TokenKey.dead, from: number) {
      try table.put(page.value, TokenKey.page(TokenKey.removed, page.number))
      number = page.number + 1
    }
    state.compacted = [TokenKey.term]
  }

  /// The first page of a kind from a number on.
  private func page(
    _ kind: UInt8, from number: UInt32
  ) throws(LMDBError) -> (number: UInt32, value: [UInt8])? {
    let key = TokenKey.page(kind, number)
    guard let entry = try table.cursor.seek(atLeast: key.span), entry.key[0] == kind else {
      return nil
    }
    guard let number = TokenKey.pageNumber(entry.key),
      entry.value.count == Int(TokenKey.bitsPerPage / 8), number <= .max / TokenKey.bitsPerPage
    else { throw table.damaged() }
    return (number, entry.value.copied())
  }

  // Blocks.

  private mutating func walk(_ blocks: Int) throws(LMDBError) {
    var rest = blocks
    while rest > 0 {
      guard let key = try next() else {
        state.compacted = [TokenKey.term + 1]
        return
      }
      try compactBlock(key)
      // Behind it and what became of it, which begins later when its first document is gone.
      var done = key
      if let last, last.key.span.byteOrder(key.span) > 0 { done = last.key }
      state.compacted = done + [0]
      rest -= 1
    }
  }

  /// The key of the next block.
  private func next() throws(LMDBError) -> [UInt8]? {
    let from = state.compacted
    guard let entry = try table.cursor.seek(atLeast: from.span), entry.key[0] == TokenKey.term
    else { return nil }
    return entry.key.copied()
  }

  /// Removes the dead documents of a block, and joins it to the one before when both are small.
  private mutating func compactBlock(_ key: [UInt8]) throws(LMDBError) {
    let size = try read(key)
    var living: [Int] = []
    for place in documents.indices where try !isDead(documents[place]) { living.append(place) }
    let prefix = Array(key.dropLast(4))
    var before = last
    if let known = last, !known.key.starts(with: prefix) || known.key.count != key.count {
      before = nil
    }
    if living.count == documents.count,
      (before?.size ?? BlockBuilder.target) + size > BlockBuilder.target
    {
      last = (key, size)
      return
    }
    try table.delete(key)
    if living.isEmpty { return }
    try rewrite(living, behind: before, prefix)
  }

  /// Reads a block; returns how many bytes it has.
  private mutating func read(_ key: [UInt8]) throws(LMDBError) -> Int {
    guard let entry = try table.cursor.seek(key.span), let parts = TokenKey.split(entry.key) else {
      throw table.damaged()
    }
    let bytes = entry.value
    var place = 0
    guard let header = PostingHeader(bytes, first: parts.first, end: &place),
      header.readDocuments(
        bytes, at: place, first: parts.first, into: &documents, frequencies: &frequencies),
      header.readPositions(bytes, at: place, frequencies: frequencies, into: &positions)
    else { throw table.damaged() }
    return bytes.count
  }

  private func isDead(_ document: UInt32) throws(LMDBError) -> Bool {
    do throws(StoreError) {
      return try reader.isDeleted(document)
    } catch {
      throw table.damaged()
    }
  }

  private func length(_ document: UInt32) throws(LMDBError) -> UInt32 {
    do throws(StoreError) {
      return UInt32(clamping: try reader.length(of: document))
    } catch {
      throw table.damaged()
    }
  }

  /// Writes the postings that are left behind those of the block before, or as blocks of their own.
  private mutating func rewrite(
    _ living: [Int], behind before: (key: [UInt8], size: Int)?, _ prefix: [UInt8]
  ) throws(LMDBError) {
    builder.removeAll()
    if let before {
      guard let entry = try table.cursor.seek(before.key.span),
        let parts = TokenKey.split(entry.key), builder.load(entry.value, first: parts.first),
        builder.last < documents[0]
      else { throw table.damaged() }
    }
    for place in living {
      let document = documents[place]
      let length = try length(document)
      let places = positions.places
      let range = positions.range(of: place)
      if builder.addIfRoom(document, length: length, places: places.span.extracting(range)) {
        continue
      }
      try write(prefix)
      builder.removeAll()
      _ = builder.addIfRoom(document, length: length, places: places.span.extracting(range))
    }
    try write(prefix)
  }

  private mutating func write(_ prefix: [UInt8]) throws(LMDBError) {
    bytes.removeAll(keepingCapacity: true)
    builder.append(to: &bytes)
    let key = prefix + TokenKey.documentBytes(builder.first)
    try table.put(bytes, key)
    last = (key, bytes.count)
  }

  // Documents.

  /// Takes the documents out whose postings are gone.
  private mutating func takeOut() throws(LMDBError) {
    for _ in 0..<Self.pagesPerPart {
      guard let page = try page(TokenKey.removed, from: 0) else {
        state.compacted = []
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
  /// Removes the keys and the lengths of documents, which are in ascending order.
  func forget(_ documents: [UInt32]) throws(LMDBError) {
    var start = 0
    while start < documents.count {
      let page = documents[start] / TokenKey.keysPerPage
      var end = start
      while end < documents.count, documents[end] / TokenKey.keysPerPage == page { end += 1 }
      try forgetKeys(documents[start..<end], page)
      start = end
    }
    start = 0
    while start < documents.count {
      let page = documents[start] / TokenKey.lengthsPerPage
      var end = start
      while end < documents.count, documents[end] / TokenKey.lengthsPerPage == page { end += 1 }
      try forgetLengths(documents[start..<end], page)
      start = end
    }
  }

  private func forgetKeys(_ documents: ArraySlice<UInt32>, _ page: UInt32) throws(LMDBError) {
    let key = TokenKey.page(TokenKey.keys, page)
    guard let bytes = try value(key) else { return }
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
    guard var bytes = try value(key) else { return }
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
