internal import LodeStore

/// The terms of an index that are like some words.
struct FuzzyTerms {
  private let words: [[UInt8]]
  private let distance: Int

  init(_ words: [[UInt8]], distance: Int) {
    self.words = words
    self.distance = distance
  }

  /// The terms, in the order of their bytes.
  func find(in reader: TokenIndexReader) throws -> [[UInt8]] {
    var found: Set<[UInt8]> = []
    for word in words {
      found.formUnion(try reader.terms(near: word, bound: distance).map(\.term))
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
