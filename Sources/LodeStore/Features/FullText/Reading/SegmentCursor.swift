internal import LodeCoding
internal import LodeLMDB

/// A cursor over the blocks of a segment, in the order of terms.
///
/// The cursor copies the current row, so other code can change the table and move the LMDB cursor.
struct SegmentCursor {
  let piece: SegmentPiece
  private let cursor: CursorHandle
  private let index: IndexRuntime
  private let prefix: [UInt8]
  private var rowKey: [UInt8] = []
  private(set) var row: [UInt8] = []
  /// The range of the current block in the row.
  private(set) var block = 0..<0
  private(set) var term: [UInt8] = []
  /// The first eight bytes of the term, as an integer that sorts like the term.
  private(set) var head: UInt64 = 0
  /// The first document of the block.
  private(set) var first: UInt32 = 0
  /// Whether the block is the first block of the cursor, or follows a block of another term.
  private(set) var isNewTerm = true
  private(set) var isAtEnd = false

  /// Creates a cursor at the first block of a term, or of the next greater term.
  init(
    _ piece: SegmentPiece, from term: [UInt8], _ cursor: CursorHandle, of index: IndexRuntime
  ) throws(LMDBError) {
    self.piece = piece
    self.cursor = cursor
    self.index = index
    prefix = TokenKey.segment(piece.number)
    let lower = piece.lower
    let start = term.span.byteOrder(lower.span) < 0 ? lower : term
    let key = TokenKey.postings(piece.number, start.span, from: 0) + [0]
    // The block is in the last row that begins at or before the term, or in the next row.
    if try !load(cursor.seek(lessThan: key.span)), try !load(cursor.seek(atLeast: key.span)) {
      isAtEnd = true
    }
    while !isAtEnd, self.term.span.byteOrder(start.span) < 0 { try next() }
  }

  /// Compares the current term with the term of another cursor: negative, zero, or positive.
  @inline(__always)
  func order(to other: borrowing SegmentCursor) -> Int {
    if head != other.head { return head < other.head ? -1 : 1 }
    // The heads contain all bytes of short terms, which have no zero bytes.
    if head & 0xFF == 0 { return 0 }
    return term.span.byteOrder(other.term.span)
  }

  /// Advances to the next block.
  mutating func next() throws(LMDBError) {
    if block.upperBound < row.count { return try step() }
    let (cursor, key) = (cursor, rowKey + [0])
    let (lastTerm, last) = (term, first)
    guard try load(cursor.seek(atLeast: key.span)) else {
      isAtEnd = true
      return
    }
    let order = lastTerm.span.byteOrder(term.span)
    if order > 0 || order == 0 && last >= first { throw damaged() }
    isNewTerm = order != 0
  }

  /// Advances to the next block of the row.
  private mutating func step() throws(LMDBError) {
    let row = row
    guard let entry = row.span.entry(at: block.upperBound, after: first),
      entry.shared <= term.count
    else { throw damaged() }
    if entry.hasSameTerm(term.count) {
      if entry.first <= first { throw damaged() }
      isNewTerm = false
    } else {
      // Terms must ascend, so that a merge processes each term once.
      guard !entry.rest.isEmpty, entry.shared + entry.rest.count <= TokenKey.maximumTerm,
        entry.shared == term.count || row[entry.rest.lowerBound] > term[entry.shared]
      else { throw damaged() }
      term.replaceBytes(from: entry.shared, with: row.span.extracting(entry.rest))
      isNewTerm = true
      noteTerm()
    }
    first = entry.first
    block = entry.block
  }

  /// Loads a row, and returns whether the row belongs to the segment.
  private mutating func load(_ entry: borrowing Entry?) throws(LMDBError) -> Bool {
    guard let entry = copy entry else { return false }
    // If the key is damaged, a row of this segment can appear to belong to another segment.
    guard let content = index.content(entry.key, entry.value) else { throw damaged() }
    if !entry.key.starts(with: prefix.span) { return false }
    guard let key = TokenKey.split(entry.key), key.term.count <= TokenKey.maximumTerm,
      let found = content.firstEntry(key.first)
    else { throw damaged() }
    rowKey.removeAll(keepingCapacity: true)
    rowKey.append(copying: entry.key)
    row.removeAll(keepingCapacity: true)
    row.append(copying: content)
    term.replaceBytes(from: 0, with: key.term)
    first = key.first
    block = found.block
    noteTerm()
    return true
  }

  private mutating func noteTerm() {
    head = TermWord.head(term.span)
    if let upper = piece.upper, term.span.byteOrder(upper.span) >= 0 { isAtEnd = true }
  }

  private func damaged() -> LMDBError { index.damagedTable() }
}

/// Cursors over several segments that advance together, term by term.
struct SegmentCursors {
  /// The cursors that are not at the end, ordered by document.
  var walks: [SegmentCursor]
  /// The first bytes of each cursor's term.
  private var heads: [UInt64] = []
  /// The indexes of the cursors at the smallest term.
  private(set) var least: [Int] = []

  init(
    _ pieces: [SegmentPiece], from term: [UInt8], _ cursor: CursorHandle, of index: IndexRuntime
  ) throws(LMDBError) {
    walks = []
    for piece in pieces {
      walks.append(try SegmentCursor(piece, from: term, cursor, of: index))
    }
    findLeast()
  }

  /// The smallest term; `nil` after the last term.
  var term: [UInt8]? { least.first.map { walks[$0].term } }

  /// Finds the smallest term again, after the cursors at the smallest term have advanced.
  mutating func findLeast() {
    var hasEnded = false
    for place in least {
      heads[place] = walks[place].head
      if walks[place].isAtEnd { hasEnded = true }
    }
    if hasEnded || least.isEmpty {
      walks.removeAll(where: \.isAtEnd)
      heads = walks.map(\.head)
    }
    least.removeAll(keepingCapacity: true)
    guard let smallest = heads.min() else { return }
    for place in heads.indices where heads[place] == smallest {
      // Terms with equal first bytes are rare, unless the terms are equal.
      let order = least.isEmpty ? 0 : walks[place].order(to: walks[least[0]])
      if order < 0 { least.removeAll(keepingCapacity: true) }
      if order <= 0 { least.append(place) }
    }
  }
}
