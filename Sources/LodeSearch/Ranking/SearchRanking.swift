#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The ranking formula of found documents: BM25.
///
/// A phrase adds more to a document's score if the phrase is rarer, occurs more often in the
/// document, or the document is shorter. Occurrences count by the weights of their columns.
///
/// All numbers are at most 10^12. A search with a larger number, or with an invalid number, throws
/// `StoreError` with `invalidOption`.
public struct SearchRanking: Sendable, Hashable {
  /// The weight of a phrase's rarity.
  public enum Rarity: Sendable, Hashable {
    /// ln(1 + (N - n + 0.5) / (n + 0.5)), which is positive even for a word in all documents.
    case neverZero
    /// ln((N - n + 0.5) / (n + 0.5)), or 0.000001 if the result is not positive, as in SQLite's
    /// FTS5.
    case fts5
  }

  /// The weight of a phrase's rarity.
  public var rarity: Rarity
  /// The saturation: with a lower number, further occurrences of a phrase add less.
  public var saturation: Double
  /// The penalty for long documents, from 0 to 1.
  public var lengthNormalization: Double
  /// The weights of columns by name, which replace the index's weights.
  public var weights: [String: Double]

  /// Creates a ranking.
  public init(
    rarity: Rarity = .neverZero, saturation: Double = 1.2, lengthNormalization: Double = 0.75,
    weights: [String: Double] = [:]
  ) {
    self.rarity = rarity
    self.saturation = saturation
    self.lengthNormalization = lengthNormalization
    self.weights = weights
  }

  /// The usual BM25 of search engines.
  public static var bm25: SearchRanking { SearchRanking() }
  /// BM25 with the numbers of SQLite's FTS5, but with positive scores.
  public static var fts5: SearchRanking { SearchRanking(rarity: .fts5) }

  /// The weight of a phrase, from the number of documents that contain it.
  func worth(_ count: Int, of all: Int) -> Double {
    // The count may include dead documents until they are compacted.
    let ratio = (Double(max(0, all - count)) + 0.5) / (Double(count) + 0.5)
    switch rarity {
    case .neverZero: return log(1 + ratio)
    case .fts5:
      let worth = log(ratio)
      return worth > 0 ? worth : 1e-6
    }
  }
}
