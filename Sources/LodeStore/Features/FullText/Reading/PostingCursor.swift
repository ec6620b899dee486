internal import LodeCoding
internal import LodeLMDB

/// A cursor over the blocks of postings of one term, ordered by document.
///
/// A new cursor is at the first block. The cursor is valid until its reader closes or its
/// transaction writes.
package final class PostingCursor {
  private let reader: TokenIndexReader
  private let cursor: CursorHandle
  private let term: [UInt8]
  /// The pieces that can contain the term, and the index of the current piece.
  private let pieces: [SegmentPiece]
  private var piece = 0
  /// The key of the current row, and the range of the current block in the row.
  private var rowKey: [UInt8] = []
  private var place = 0..<0
  /// Whether the LMDB cursor is at the row.
  private var isOnRow = false
  /// The properties of the current block; at the end, the properties of the last block.
  package private(set) var block = PostingBlock(
    first: 0, last: 0, count: 0, maximumFrequency: 0, minimumLength: 0, columns: 0)

  /// Creates a cursor at the first block of a term; `nil` if no document contains the term.
  ///
  /// - Complexity: O(log n) for each segment, in an index of n table rows.
  package init?(_ term: Span<UInt8>, _ reader: TokenIndexReader) throws(StoreError) {
    cursor = try reader.takeCursor()
    self.reader = reader
    let term = TokenKey.stored(term)
    self.term = term
    pieces = reader.pieces(of: term)
    guard try find(0, from: 0) else { return nil }
  }

  deinit { reader.giveBack(cursor) }

  /// Returns the number of documents with the term, including dead documents (of changed and
  /// deleted rows) before compaction.
  ///
  /// The cursor must be at the first block, and remains there.
  ///
  /// - Complexity: O(b) for the term's b blocks.
  package func countDocuments() throws(StoreError) -> Int {
    var count = block.count
    var hasMoved = false
    while try nextBlock() {
      count += block.count
      hasMoved = true
    }
    if hasMoved, try !find(0, from: 0) { throw reader.damaged() }
    return count
  }

  /// Advances to the next block, and returns whether the term has a next block.
  package func nextBlock() throws(StoreError) -> Bool {
    try reader.checkOpen()
    let (last, cursor, rowKey) = (block.last, cursor, rowKey)
    var isFound = false
    do throws(LMDBError) {
      let following =
        isOnRow
        ? try takeFollowing(cursor.move(.current)) : try takeFollowing(cursor.seek(rowKey.span))
      isOnRow = true
      switch following {
      case .found: isFound = true
      case .atEnd:
        isOnRow = false
        isFound = try takeFirst(cursor.move(.next), pieces[piece])
      case .beyond: break
      }
    } catch {
      throw reader.failure(error)
    }
    if !isFound { isFound = try find(0, from: piece + 1) }
    if isFound && block.first <= last { throw reader.damaged() }
    return isFound
  }

  /// Advances to the first block that ends at or after a document, and returns whether the term has
  /// this block.
  package func seekBlock(_ document: UInt32) throws(StoreError) -> Bool {
    if block.last >= document { return true }
    guard try nextBlock() else { return false }
    if block.last >= document { return true }
    let last = block.last
    let isFound = try find(document, from: piece)
    if isFound && block.first <= last { throw reader.damaged() }
    return isFound
  }

  /// Reads the documents of the block, and the frequency of the term in each document.
  package func documents(
    into documents: inout [UInt32], frequencies: inout [UInt32]
  ) throws(StoreError) {
    let first = block.first
    try withBlock { (bytes, place, header) in
      header.readDocuments(
        bytes, at: place, first: first, into: &documents, frequencies: &frequencies)
    }
  }

  /// Reads the positions of the term in each document, with the frequencies from
  /// ``documents(into:frequencies:)``.
  package func positions(
    frequencies: [UInt32], into positions: inout PostingPositions
  ) throws(StoreError) {
    try withBlock { (bytes, place, header) in
      header.readPositions(bytes, at: place, frequencies: frequencies, into: &positions)
    }
  }

  private func withBlock(
    _ body: (Span<UInt8>, Int, PostingHeader) -> Bool
  ) throws(StoreError) {
    try reader.checkOpen()
    let cursor = cursor
    let isSound: Bool
    do throws(LMDBError) {
      if isOnRow {
        isSound = try read(cursor.move(.current), body)
      } else {
        isOnRow = true
        let rowKey = rowKey
        isSound = try read(cursor.seek(rowKey.span), body)
      }
    } catch {
      throw reader.failure(error)
    }
    if !isSound { throw reader.damaged() }
  }

  private func read(
    _ row: borrowing Entry?, _ body: (Span<UInt8>, Int, PostingHeader) -> Bool
  ) throws(LMDBError) -> Bool {
    guard let row = copy row else { return false }
    let content = reader.index.uncheckedContent(row.value)
    if place.upperBound > content.count { return false }
    let bytes = content.extracting(self.place)
    var place = 0
    guard let header = PostingHeader(bytes, first: block.first, end: &place) else { return false }
    return body(bytes, place, header)
  }
}

// Search for blocks.
extension PostingCursor {
  /// Moves to the first block that ends at or after a document, in the pieces from `start` on.
  private func find(_ document: UInt32, from start: Int) throws(StoreError) -> Bool {
    let (cursor, term) = (cursor, term)
    for number in start..<max(start, pieces.count)
    where pieces[number].documents.upperBound > document {
      try reader.checkOpen()
      isOnRow = false
      let piece = pieces[number]
      // The block is in the last row that begins at or before the document, or in the next row.
      let key = TokenKey.postings(piece.number, term.span, from: document) + [0]
      var isFound = false
      do throws(LMDBError) {
        switch try search(cursor.seek(lessThan: key.span), piece, document) {
        case .found(let entry, let header):
          try take(entry, header)
          isFound = true
        case .atEnd: isFound = try takeFirst(cursor.move(.next), piece)
        case .beyond: break
        case .damaged: throw reader.damagedTable()
        case nil: isFound = try takeFirst(cursor.seek(atLeast: key.span), piece)
        }
      } catch {
        throw reader.failure(error)
      }
      if isFound {
        self.piece = number
        return true
      }
    }
    return false
  }

  private func search(
    _ row: borrowing Entry?, _ piece: SegmentPiece, _ document: UInt32
  ) throws(LMDBError) -> RowFinding? {
    guard let row = copy row else { return nil }
    guard let content = content(of: row) else { return .damaged }
    guard let key = TokenKey.split(row.key), key.segment == piece.number else { return nil }
    let term = term
    let finding = content.find(
      term.span, reaching: document, rowTerm: key.term, rowFirst: key.first)
    if case .found = finding { noteKey(row.key) }
    return finding
  }

  /// Moves to the first block of a row, if the block belongs to the term and the segment.
  private func takeFirst(
    _ row: borrowing Entry?, _ piece: SegmentPiece
  ) throws(LMDBError) -> Bool {
    let term = term
    guard let row = copy row else { return false }
    guard let content = content(of: row) else { throw reader.damagedTable() }
    guard let key = TokenKey.split(row.key), key.segment == piece.number,
      key.term.byteOrder(term.span) == 0
    else { return false }
    guard let entry = content.firstEntry(key.first) else { throw reader.damagedTable() }
    noteKey(row.key)
    try take(entry, content)
    return true
  }

  /// Returns the content of a row, or `nil` if the row is damaged.
  ///
  /// The call does not verify the current row again.
  @_lifetime(copy row)
  private func content(of row: Entry) -> Span<UInt8>? {
    let isCurrent = row.key.byteOrder(rowKey.span) == 0
    let index = reader.index
    return isCurrent ? index.uncheckedContent(row.value) : index.content(row.key, row.value)
  }

  /// Moves to the next block of the row, if the block belongs to the term.
  private func takeFollowing(_ row: borrowing Entry?) throws(LMDBError) -> Following {
    guard let row = copy row else { throw reader.damagedTable() }
    let content = reader.index.uncheckedContent(row.value)
    if place.upperBound > content.count { throw reader.damagedTable() }
    if place.upperBound == content.count { return .atEnd }
    guard let entry = content.entry(at: place.upperBound, after: block.first) else {
      throw reader.damagedTable()
    }
    if !entry.hasSameTerm(term.count) { return .beyond }
    try take(entry, content)
    return .found
  }

  private enum Following {
    case found
    case atEnd
    case beyond
  }

  private func take(_ entry: RowEntry, _ row: Span<UInt8>) throws(LMDBError) {
    var end = 0
    guard let header = PostingHeader(row.extracting(entry.block), first: entry.first, end: &end)
    else { throw reader.damagedTable() }
    try take(entry, header)
  }

  private func take(_ entry: RowEntry, _ header: PostingHeader) throws(LMDBError) {
    let found = header.block(first: entry.first)
    // The check limits the memory for the documents of a damaged block.
    if found.last >= reader.state.next { throw reader.damagedTable() }
    block = found
    place = entry.block
    isOnRow = true
  }

  private func noteKey(_ key: Span<UInt8>) {
    rowKey.removeAll(keepingCapacity: true)
    rowKey.append(copying: key)
  }
}
