internal import LodeCoding

/// Documents as bits, or as a list where there are few, with great numbers: memory follows what is
/// found.
package struct DocumentSet {
  private let limit: UInt32
  /// A bit for each number; empty as long as few of many are used.
  private var words: [UInt64]
  /// The documents in no order, maybe several times, until there are bits.
  private var loose: [UInt32] = []

  /// Up to this number of documents, the bit set is allocated at once.
  private static let fewNumbers = 1 << 23

  /// - Parameter limit: more than the greatest number of a document.
  package init(limit: UInt32) {
    self.limit = limit
    words = limit <= Self.fewNumbers ? Self.noBits(limit) : []
  }

  private static func noBits(_ limit: UInt32) -> [UInt64] {
    Array(repeating: 0, count: Int(limit) / 64 + 1)
  }

  /// Takes in documents; those beyond the limit, of a damaged index, are left out.
  package mutating func insert(_ documents: [UInt32]) {
    if !words.isEmpty { return setBits(documents) }
    loose += documents.lazy.filter { [limit] in $0 < limit }
    // As much memory as the bits take.
    guard loose.count > limit / 32 else { return }
    words = Self.noBits(limit)
    setBits(loose)
    loose = []
  }

  private mutating func setBits(_ documents: [UInt32]) {
    let documents = documents.span
    var bits = words.mutableSpan
    for index in documents.indices {
      let document = documents[index]
      let word = Int(document >> 6)
      if word < bits.count { bits[word] |= 1 &<< UInt64(document & 63) }
    }
  }

  /// How many documents there are.
  package var count: Int {
    words.isEmpty ? Set(loose).count : words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The documents, ascending.
  package var documents: [UInt32] {
    if words.isEmpty { return Set(loose).sorted() }
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
