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

  /// How many documents there are.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The documents, ascending.
  var documents: [UInt32] {
    var documents: [UInt32] = []
    documents.reserveCapacity(count)
    for (word, bits) in words.enumerated() {
      var rest = bits
      while rest != 0 {
        documents.append(UInt32(word * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return documents
  }
}
