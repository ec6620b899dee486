internal import LodeCoding

/// The tokens of new documents, gathered in memory until a write in the order of terms.
///
/// The occurrences have the order of the texts. A hash table finds the terms.
struct TokenGathering {
  /// A new document.
  struct Document {
    /// The range of the row's key.
    var key: Range<Int>
    var length: UInt32 = 0
    /// Whether the document is dead, because the transaction changed or deleted the row again.
    var isDead = false
  }

  /// A distinct term.
  struct Term {
    /// The first eight bytes as an integer, for fast comparison.
    var head: UInt64
    var start: Int
    var count: Int
    var occurrences: UInt32 = 0
  }

  /// The occurrences of terms in one column of a document.
  struct Run {
    var document: UInt32
    var column: UInt8
    /// The end of the run's occurrences.
    var end: Int
  }

  private(set) var documents: [Document] = []
  private(set) var keys: [UInt8] = []
  private(set) var terms: [Term] = []
  private(set) var termBytes: [UInt8] = []
  private(set) var runs: [Run] = []
  /// The occurrences: the number of the term, and the offset of the token.
  private(set) var occurrences: [(term: UInt32, offset: UInt32)] = []
  /// The hash table.
  ///
  /// A slot contains the number of a term plus one, or zero.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)

  var isEmpty: Bool { documents.isEmpty }

  /// The approximate memory, in bytes.
  var size: Int {
    occurrences.count * 8 + runs.count * 16 + terms.count * 40 + termBytes.count
      + documents.count * 32 + keys.count
  }

  /// Begins a document, to which the following tokens belong.
  mutating func beginDocument(_ key: Span<UInt8>) {
    let start = keys.count
    keys.append(copying: key)
    documents.append(Document(key: start..<keys.count))
  }

  /// Ends a column of the current document, and adds the column's length to the document's length.
  mutating func endText(column: UInt8, length: UInt32) {
    let (sum, isTooGreat) = documents[documents.count - 1].length.addingReportingOverflow(length)
    documents[documents.count - 1].length = isTooGreat ? .max : sum
    runs.append(
      Run(document: UInt32(documents.count - 1), column: column, end: occurrences.count))
  }

  /// Marks a document as dead, and returns the length of the document; returns `nil` if the
  /// document is dead already.
  mutating func kill(_ document: Int) -> UInt32? {
    if documents[document].isDead { return nil }
    documents[document].isDead = true
    return documents[document].length
  }

  /// Appends a token to the current document; the term has 1 to ``TokenKey/maximumTerm`` bytes.
  mutating func add(_ term: Span<UInt8>, offset: UInt32) {
    let number = number(of: term, TermWord(term))
    terms[number].occurrences &+= 1
    occurrences.append((UInt32(truncatingIfNeeded: number), offset))
  }

  private mutating func number(of term: Span<UInt8>, _ word: TermWord) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: word.hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot] &- 1)
      if isTerm(number, term, word.head) { return number }
      slot = (slot &+ 1) & mask
    }
    terms.append(Term(head: word.head, start: termBytes.count, count: term.count))
    termBytes.append(copying: term)
    slots[slot] = UInt32(terms.count)
    if terms.count &* 2 > slots.count { growSlots() }
    return terms.count - 1
  }

  @inline(__always)
  private func isTerm(_ number: Int, _ term: Span<UInt8>, _ head: UInt64) -> Bool {
    let known = terms[number]
    guard known.head == head, known.count == term.count else { return false }
    if known.count <= 8 { return true }
    return termBytes.span.extracting(known.start..<known.start &+ known.count).byteOrder(term) == 0
  }

  private mutating func growSlots() {
    let mask = slots.count * 4 - 1
    slots = Array(repeating: 0, count: mask + 1)
    for (number, term) in terms.enumerated() {
      let word = TermWord(termBytes.span.extracting(term.start..<term.start + term.count))
      var slot = Int(truncatingIfNeeded: word.hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// Returns the numbers of the terms, in the byte order of the terms.
  func sortedTerms() -> [Int] {
    let bytes = termBytes.span
    return terms.indices.sorted { a, b in
      let (left, right) = (terms[a], terms[b])
      if left.head != right.head { return left.head < right.head }
      return bytes.extracting(left.start..<left.start + left.count)
        .byteOrder(bytes.extracting(right.start..<right.start + right.count)) < 0
    }
  }
}

/// The first bytes and the hash of a term.
struct TermWord {
  /// The first eight bytes as an integer that sorts like the term.
  ///
  /// Zeros follow a shorter term.
  let head: UInt64
  let hash: UInt64

  /// The random seed, so that texts cannot cause hash collisions on purpose.
  private static let seed = UInt64.random(in: 0 ... .max)

  @inline(__always)
  init(_ term: Span<UInt8>) {
    let count = term.count
    head = Self.head(term)
    if count >= 8 {
      let first = term.littleEndianUInt64(at: 0)
      var hash = Self.mix(first ^ UInt64(count), Self.seed)
      var place = 8
      while place < count {
        // The last eight bytes can overlap the previous eight bytes.
        let word = term.littleEndianUInt64(at: Swift.min(place, count &- 8))
        hash = Self.mix(hash ^ word, Self.seed)
        place &+= 8
      }
      self.hash = hash
      return
    }
    hash = Self.mix(head ^ UInt64(count), Self.seed)
  }

  /// Returns the first eight bytes of a term as an integer that sorts like the term.
  ///
  /// Zeros follow a shorter term.
  @inline(__always)
  static func head(_ term: Span<UInt8>) -> UInt64 {
    let count = term.count
    if count >= 8 { return term.littleEndianUInt64(at: 0).byteSwapped }
    var word: UInt64 = 0
    for index in 0..<count {
      word = word &<< 8 | UInt64(term[index])
    }
    return count == 0 ? 0 : word &<< UInt64(64 &- 8 &* count)
  }

  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b | 1)
    return product.high ^ product.low
  }
}
