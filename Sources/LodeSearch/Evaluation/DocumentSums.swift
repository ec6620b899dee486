internal import LodeCoding

/// How often something is in documents, by their numbers.
///
/// Numbers grow with every change of a row, so that few documents may have great ones. A sum for
/// each number is the quickest, and is had where numbers are small or many of them are used: memory
/// follows what is found.
package struct DocumentSums {
  private let limit: UInt32
  /// A sum for each number; empty as long as few of many are used.
  private var sums: [UInt32]
  /// What is to be summed up, in no order, until there are sums.
  private var loose: [(document: UInt32, frequency: UInt32)] = []

  /// Up to this number of documents, the sums are allocated at once.
  private static let fewNumbers = 1 << 20

  /// - Parameter limit: more than the greatest number of a document.
  package init(limit: UInt32) {
    self.limit = limit
    sums = Array(repeating: 0, count: limit <= Self.fewNumbers ? Int(limit) + 1 : 0)
  }

  /// Adds what a block has; documents beyond the limit, of a damaged index, are left out.
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

  /// Calls a body with each document, ascending, and its sum.
  ///
  /// - Complexity: O(limit), or O(k log k) for k that were added where numbers are great.
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
