internal import LodeCoding

/// The sums of the frequencies of terms, by document number.
///
/// The limit is a number that is greater than all document numbers. An array contains a sum for
/// each number below the limit. If the limit is above 1,048,576, a list contains the added
/// frequencies until the list becomes long. The array then replaces the list.
package struct DocumentSums {
  private let limit: UInt32
  /// A sum for each number, or empty while a list contains the frequencies.
  private var sums: [UInt32]
  /// The list of added frequencies, unordered; empty after the array replaced the list.
  private var loose: [(document: UInt32, frequency: UInt32)] = []

  /// The highest limit for which the initializer allocates the array, which then takes 4 MiB.
  private static let fewNumbers = 1 << 20

  /// Creates empty sums.
  ///
  /// - Parameter limit: A number that is greater than all document numbers.
  package init(limit: UInt32) {
    self.limit = limit
    sums = Array(repeating: 0, count: limit <= Self.fewNumbers ? Int(limit) + 1 : 0)
  }

  /// Adds the frequencies of a block: one frequency for each document.
  ///
  /// Ignores document numbers at or above the limit, which a damaged index can contain.
  package mutating func add(_ documents: [UInt32], _ frequencies: [UInt32]) {
    if !sums.isEmpty { return sum(documents, frequencies) }
    for (document, frequency) in zip(documents, frequencies) where document < limit {
      loose.append((document, frequency))
    }
    guard loose.count > limit / 16 else { return }
    sums = Array(repeating: 0, count: Int(limit) + 1)
    sum(loose.map(\.document), loose.map(\.frequency))
    loose = []
  }

  private mutating func sum(_ documents: [UInt32], _ frequencies: [UInt32]) {
    let (documents, frequencies, end) = (documents.span, frequencies.span, Int(limit))
    var sums = sums.mutableSpan
    for index in 0..<min(documents.count, frequencies.count) {
      let document = Int(documents[index])
      if document < end { sums[document] &+= frequencies[index] }
    }
  }

  /// Calls `body` with each document that has a positive sum, and with the sum, in ascending order.
  ///
  /// - Complexity: O(`limit`), or O(k log k) for a list of k frequencies.
  package consuming func forEach(_ body: (UInt32, UInt32) throws -> Void) rethrows {
    for (document, sum) in sums.enumerated() where sum > 0 { try body(UInt32(document), sum) }
    loose.sort { $0.document < $1.document }
    var place = 0
    while place < loose.count {
      let document = loose[place].document
      var sum: UInt32 = 0
      while place < loose.count, loose[place].document == document {
        sum &+= loose[place].frequency
        place += 1
      }
      if sum > 0 { try body(document, sum) }
    }
  }
}
