internal import LodeStore

/// The terms of an index that are like some words.
struct FuzzyTerms {
  private let words: [[UInt32]]
  private let distance: Int

  init(_ words: [[UInt8]], distance: Int) {
    self.words = words.map { Self.scalars($0) }
    self.distance = distance
  }

  /// The terms, in the order of their bytes.
  func find(in reader: TokenIndexReader) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    let none: [UInt8] = []
    try reader.forEachTerm(from: none.span) { term, _ in
      var bytes: [UInt8] = []
      for index in term.indices { bytes.append(term[index]) }
      if isLike(bytes) { found.append(bytes) }
      return true
    }
    return found
  }

  private func isLike(_ term: [UInt8]) -> Bool {
    let scalars = Self.scalars(term)
    return words.contains { word in
      abs(word.count - scalars.count) <= distance && Self.distance(word, scalars) <= distance
    }
  }

  private static func scalars(_ bytes: [UInt8]) -> [UInt32] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
  }

  /// How many scalars have to be put in, left out, exchanged, or swapped with their neighbours.
  private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
