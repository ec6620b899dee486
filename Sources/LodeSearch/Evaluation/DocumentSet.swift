internal import LodeCoding

/// A set of document numbers, as bits or as a list.
///
/// If the limit of the numbers is above 8,388,608, the set is a list until the set contains many
/// documents.
package struct DocumentSet {
  private let limit: UInt32
  /// A bit for each number, or empty while the set is a list.
  private var words: [UInt64]
  /// The documents while the set is a list, unordered and possibly with duplicates.
  private var loose: [UInt32] = []

  /// The highest limit for which the initializer allocates the bits, which then take 1 MiB.
  private static let fewNumbers = 1 << 23

  /// Creates an empty set.
  ///
  /// - Parameter limit: A number that is greater than all document numbers.
  package init(limit: UInt32) {
    self.limit = limit
    words = limit <= Self.fewNumbers ? Self.noBits(limit) : []
  }

  private static func noBits(_ limit: UInt32) -> [UInt64] {
    Array(repeating: 0, count: Int(limit) / 64 + 1)
  }

  /// Inserts documents.
  ///
  /// A damaged index can contain document numbers at or above the limit. A list ignores all these
  /// numbers. Bits can represent some of these numbers, up to the limit plus 63; the set ignores
  /// all higher numbers.
  package mutating func insert(_ documents: [UInt32]) {
    if !words.isEmpty { return setBits(documents) }
    loose += documents.lazy.filter { [limit] in $0 < limit }
    // Above this count, the list takes more memory than the bits.
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

  /// The number of documents.
  package var count: Int {
    words.isEmpty ? Set(loose).count : words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The documents in ascending order.
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
