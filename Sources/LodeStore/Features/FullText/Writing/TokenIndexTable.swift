internal import LodeCoding
internal import LodeLMDB

/// The table of a full-text index inside a write.
struct TokenIndexTable {
  let cursor: CursorHandle
  let index: IndexRuntime

  func damaged() -> LMDBError { index.damagedTable() }

  /// Writes a row, and replaces a row with the same key.
  func put(_ content: [UInt8], _ key: [UInt8]) throws(LMDBError) {
    let value = index.value(content, for: key.span)
    _ = try cursor.put(value.span, forKey: key.span, mode: .overwrite)
  }

  func delete(_ key: [UInt8]) throws(LMDBError) {
    if try cursor.seek(key.span) != nil { _ = try cursor.deleteCurrent() }
  }

  /// Returns the content of the row with a key, or `nil` if no row has the key.
  ///
  /// Throws `damaged` if the row is damaged, or if damage can hide the row.
  func content(_ key: [UInt8]) throws(LMDBError) -> [UInt8]? {
    guard let row = try cursor.seek(key.span) else {
      try index.verifyGap(at: key.span, cursor)
      return nil
    }
    guard let content = index.content(row.key, row.value) else { throw damaged() }
    return content.copied()
  }

  /// Returns the length of a document, or 0 if the table has no length of the document.
  func length(of document: UInt32) throws(LMDBError) -> UInt32 {
    let page = TokenKey.page(TokenKey.lengths, document / TokenKey.lengthsPerPage)
    let place = 2 * Int(document % TokenKey.lengthsPerPage)
    guard let bytes = try content(page), place + 2 <= bytes.count else { return 0 }
    let length = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
    if length < .max { return UInt32(length) }
    guard let long = try content(TokenKey.page(TokenKey.longLength, document)), long.count == 4
    else { throw damaged() }
    return long.span.littleEndianUInt32(at: 0)
  }

  /// Marks the documents of changed and deleted rows as dead, and subtracts newly marked documents
  /// from the totals in `state`.
  func kill(_ documents: [UInt32], _ state: inout TokenIndexState) throws(LMDBError) {
    var page: UInt32?
    var bits: [UInt8] = []
    for document in documents.sorted() {
      let number = document / TokenKey.bitsPerPage
      if number != page {
        if let page { try put(bits, TokenKey.page(TokenKey.dead, page)) }
        bits = try deadBits(TokenKey.dead, number)
        page = number
      }
      let place = Int(document % TokenKey.bitsPerPage)
      if bits[place / 8] & 1 << (place % 8) != 0 { continue }
      bits[place / 8] |= 1 << (place % 8)
      guard state.documents > 0 else { throw damaged() }
      state.documents -= 1
      state.dead += 1
      state.tokens &-= UInt64(try length(of: document))
    }
    if let page { try put(bits, TokenKey.page(TokenKey.dead, page)) }
  }

  /// Returns the bits of a page, or zeros if the page does not exist.
  func deadBits(_ kind: UInt8, _ number: UInt32) throws(LMDBError) -> [UInt8] {
    let size = Int(TokenKey.bitsPerPage / 8)
    guard let bits = try content(TokenKey.page(kind, number)) else {
      return Array(repeating: 0, count: size)
    }
    if bits.count != size { throw damaged() }
    return bits
  }

  /// Writes the lengths and the keys of new documents.
  func write(_ gathering: borrowing TokenGathering, from first: UInt32) throws(LMDBError) {
    try writeLengths(gathering, from: first)
    try writeKeys(gathering, from: first)
  }

  private func writeLengths(
    _ gathering: borrowing TokenGathering, from first: UInt32
  ) throws(LMDBError) {
    try forEachPage(gathering, from: first, TokenKey.lengths, size: TokenKey.lengthsPerPage) {
      (bytes, place, documents) throws(LMDBError) in
      let start = 2 * Int(place)
      if bytes.count > start { bytes.removeLast(bytes.count - start) }
      while bytes.count < start { bytes.append(0) }
      for number in documents {
        let document = gathering.documents[number]
        let length = document.isDead ? 0 : document.length
        let short = UInt16(clamping: length)
        bytes.append(UInt8(truncatingIfNeeded: short))
        bytes.append(UInt8(truncatingIfNeeded: short >> 8))
        if short == .max {
          try put(
            CatalogRecord.withBytes(of: length),
            TokenKey.page(TokenKey.longLength, first + UInt32(number)))
        }
      }
    }
  }

  private func writeKeys(
    _ gathering: borrowing TokenGathering, from first: UInt32
  ) throws(LMDBError) {
    let keys = gathering.keys.span
    try forEachPage(gathering, from: first, TokenKey.keys, size: TokenKey.keysPerPage) {
      (bytes, place, documents) throws(LMDBError) in
      guard let known = DocumentKeys(bytes.span), known.ranges.count <= Int(place) else {
        throw damaged()
      }
      for _ in known.ranges.count..<Int(place) { bytes.append(0) }
      for number in documents {
        let document = gathering.documents[number]
        if document.isDead {
          bytes.append(0)
        } else {
          bytes.appendVarint(UInt32(document.key.count))
          bytes.append(copying: keys.extracting(document.key))
        }
      }
    }
  }

  /// Updates the pages of one kind for the new documents.
  ///
  /// `body` receives the bytes of a page, the index of the first new document in the page, and the
  /// range of new documents.
  private func forEachPage(
    _ gathering: borrowing TokenGathering, from first: UInt32, _ kind: UInt8, size: UInt32,
    _ body: (inout [UInt8], UInt32, Range<Int>) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var number = 0
    let count = gathering.documents.count
    while number < count {
      let document = first + UInt32(number)
      let place = document % size
      let end = min(count, number + Int(size - place))
      let key = TokenKey.page(kind, document / size)
      var bytes = try place == 0 ? [] : content(key) ?? []
      try body(&bytes, place, number..<end)
      try put(bytes, key)
      number = end
    }
  }
}
