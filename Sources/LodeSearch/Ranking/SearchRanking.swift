#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// How documents that are found are ranked: BM25.
///
/// A phrase of the query adds to a document's score the more, the rarer it is, the more often it is
/// in the document, and the shorter the document is. Occurrences count as much as the weights of
/// their columns say.
///
/// Its numbers are at most 10^12; a search with others, or with one that is no number, throws
/// `StoreError` with `invalidOption`.
public struct SearchRanking: Sendable, Hashable {
  /// What the rarity of a phrase is worth.
  public enum Rarity: Sendable, Hashable {
    /// ln(1 + (N - n + 0.5) / (n + 0.5)), which is more than zero even for a word in all documents.
    case neverZero
    /// ln((N - n + 0.5) / (n + 0.5)), or 0.000001 if that is not more than zero: the formula of
    /// SQLite's FTS5.
    case fts5
  }

  /// What the rarity of a phrase is worth.
  public var rarity: Rarity
  /// How soon more occurrences do not count any more.
  public var saturation: Double
  /// How much long documents lose, from 0 to 1.
  public var lengthNormalization: Double
  /// The weights of columns by name, instead of the index's weights.
  public var weights: [String: Double]

  /// A ranking.
  public init(
    rarity: Rarity = .neverZero, saturation: Double = 1.2, lengthNormalization: Double = 0.75,
    weights: [String: Double] = [:]
  ) {
    self.rarity = rarity
    self.saturation = saturation
    self.lengthNormalization = lengthNormalization
    self.weights = weights
  }

  /// BM25 as search engines have it.
  public static var bm25: SearchRanking { SearchRanking() }
  /// BM25 with the numbers of SQLite's FTS5, but for their sign.
  public static var fts5: SearchRanking { SearchRanking(rarity: .fts5) }

  /// The weight of a phrase, from the number of documents that contain it.
  func worth(_ count: Int, of all: Int) -> Double {
    // Dead documents may be counted until they are compacted.
    let ratio = (Double(max(0, all - count)) + 0.5) / (Double(count) + 0.5)
    switch rarity {
    case .neverZero: return log(1 + ratio)
    case .fts5:
      let worth = log(ratio)
      return worth > 0 ? worth : 1e-6
    }
  }
}
