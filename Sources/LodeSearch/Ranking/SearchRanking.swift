#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The ranking formula of found rows: BM25F, which is BM25 with weighted columns.
///
/// A phrase adds more to a row's score if the phrase is rare in the index, or frequent in the row.
/// A phrase in a short row adds more than in a long row. An occurrence counts by the weight of its
/// column.
///
/// ```swift
/// let ranking = SearchRanking(weights: ["title": 3, "body": 1])
/// ```
///
/// The absolute value of each number is at most 10^12. A search with other numbers, or with NaN,
/// throws `StoreError` with `invalidOption`.
public struct SearchRanking: Sendable, Hashable {
  /// The formula for the weight of a phrase found in n of N rows.
  public enum Rarity: Sendable, Hashable {
    /// `ln(1 + (N - n + 0.5) / (n + 0.5))`, which is positive even for a word in all rows.
    case neverZero
    /// `ln((N - n + 0.5) / (n + 0.5))`, or `0.000001` if the result is not positive, as in SQLite's
    /// FTS5.
    case fts5
  }

  /// The formula for the weight of a phrase by its rarity.
  public var rarity: Rarity
  /// The saturation: with a lower number, further occurrences of a phrase add less.
  ///
  /// Negative numbers count as 0.
  public var saturation: Double
  /// The penalty for rows with long texts, limited to the range from 0 to 1.
  public var lengthNormalization: Double
  /// The weights of columns by name, in upper or lower case.
  ///
  /// Other columns keep the weights of the index. Negative weights count as 0.
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

  /// BM25 with the usual numbers: a saturation of 1.2 and a length normalization of 0.75.
  public static var bm25: SearchRanking { SearchRanking() }
  /// BM25 with the formula and numbers of SQLite's FTS5, but with positive scores.
  public static var fts5: SearchRanking { SearchRanking(rarity: .fts5) }

  /// Returns the weight of a phrase that `count` of `all` documents contain.
  func worth(_ count: Int, of all: Int) -> Double {
    // Until compaction, the count may include deleted documents and exceed `all`.
    let ratio = (Double(max(0, all - count)) + 0.5) / (Double(count) + 0.5)
    switch rarity {
    case .neverZero: return log(1 + ratio)
    case .fts5:
      let worth = log(ratio)
      return worth > 0 ? worth : 1e-6
    }
  }
}
