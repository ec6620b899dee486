public import BenchHarness

/// Made words, of which the first are the commonest, as in real text: how often a word comes goes
/// with one by its place.
public struct Vocabulary: Sendable {
  /// The words, each once.
  public let words: [String]
  /// How often words up to each place come, of all.
  private let sums: [Double]

  /// Makes a number of words.
  public init(_ count: Int, seed: UInt64) {
    var noise = Noise(seed: seed)
    var words: [String] = []
    var seen: Set<String> = []
    while words.count < count {
      // Common words are short.
      let most = words.count < 100 ? 2 : words.count < 5_000 ? 3 : 5
      let word = Self.word(syllables: Int.random(in: most / 2...most, using: &noise), &noise)
      if seen.insert(word).inserted { words.append(word) }
    }
    self.words = words
    var sum = 0.0
    sums = words.indices.map { place in
      sum += 1 / (Double(place) + 2.7)
      return sum
    }
  }

  private static func word(syllables: Int, _ noise: inout Noise) -> String {
    let consonants = Array("bcdfghjklmnprstvw")
    let vowels = Array("aeiou")
    var word = ""
    for _ in 0..<max(syllables, 1) {
      // The square makes some letters common, so that beginnings are shared.
      let place = Double.random(in: 0..<1, using: &noise)
      word.append(consonants[Int(place * place * Double(consonants.count))])
      word.append(vowels[Int.random(in: vowels.indices, using: &noise)])
    }
    return Bool.random(using: &noise) ? word + "n" : word
  }

  /// The place of a word, common ones more often.
  public func place(_ noise: inout Noise) -> Int {
    let wanted = Double.random(in: 0..<(sums.last ?? 0), using: &noise)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
