/// Documents as bits.
struct DocumentSet {
  private var words: [UInt64]

  init(limit: UInt32) { words = Array(repeating: 0, count: Int(limit) / 64 + 1) }

  /// Takes in documents; those beyond the limit, of a damaged index, are left out.
  mutating func insert(_ documents: [UInt32]) {
    let documents = documents.span
    var bits = words.mutableSpan
    for index in documents.indices {
      let document = documents[index]
      let word = Int(document >> 6)
      if word < bits.count { bits[word] |= 1 &<< UInt64(document & 63) }
    }
  }

  func contains(_ document: UInt32) -> Bool {
    let word = Int(document >> 6)
    return word < words.count && words[word] & 1 &<< UInt64(document & 63) != 0
  }

  /// How many documents there are.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The first document from one on.
  func first(from document: UInt32) -> UInt32? {
    var word = Int(document >> 6)
    guard word < words.count else { return nil }
    var bits = words[word] & (UInt64.max &<< UInt64(document & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return UInt32(word * 64 + bits.trailingZeroBitCount)
  }
}
