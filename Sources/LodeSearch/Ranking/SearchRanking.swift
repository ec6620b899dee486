#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The formula for the scores of found rows: BM25F, which is BM25 with weighted columns.
///
/// A phrase adds more to the score of a row if the phrase is rare in the index, or frequent in the
/// row. A phrase adds less if the texts of the row are long. An occurrence counts with the weight
/// of its column.
///
/// ```swift
/// let ranking = SearchRanking(weights: ["title": 3, "body": 1])
/// ```
///
/// A search throws `StoreError` with `invalidOption` if a number is NaN, or has an absolute value
/// above 10^12.
public struct SearchRanking: Sendable, Hashable {
  /// The formula for the inverse document frequency of a phrase that occurs in n of N rows.
  public enum Rarity: Sendable, Hashable {
    /// `ln(1 + (N - n + 0.5) / (n + 0.5))`, which is positive even for a phrase in all rows.
    case neverZero
    /// `ln((N - n + 0.5) / (n + 0.5))`, or `0.000001` if the result is not positive, as in SQLite's
    /// FTS5.
    case fts5
  }

  /// The formula for the inverse document frequency, which is higher for a rarer phrase.
  public var rarity: Rarity
  /// The saturation (k1 in BM25), which limits the effect of frequent phrases.
  ///
  /// With a lower number, each further occurrence of a phrase adds less to the score. With 0, only
  /// the first occurrence counts. Negative numbers count as 0.
  public var saturation: Double
  /// The penalty for rows with long texts (b in BM25), from 0 to 1.
  ///
  /// A negative number counts as 0, and a number above 1 counts as 1.
  public var lengthNormalization: Double
  /// The weights of columns, by the path of the column's field.
  ///
  /// The case of the paths does not matter. A column without an entry has its weight in the index.
  /// A search ignores paths that are not columns of the index. Negative weights count as 0.
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

  /// BM25F with a saturation of 1.2, a length normalization of 0.75, and the column weights of the
  /// index.
  public static var bm25: SearchRanking { SearchRanking() }
  /// BM25F with the rarity formula of SQLite's FTS5; scores are positive, in contrast to FTS5.
  public static var fts5: SearchRanking { SearchRanking(rarity: .fts5) }

  /// Returns the inverse document frequency of a phrase that occurs in `count` of `all` documents.
  func worth(_ count: Int, of all: Int) -> Double {
    // Before compaction, the count can include documents whose rows were changed or deleted, and so
    // can exceed `all`.
    let ratio = (Double(max(0, all - count)) + 0.5) / (Double(count) + 0.5)
    switch rarity {
    case .neverZero: return log(1 + ratio)
    case .fts5:
      let worth = log(ratio)
      return worth > 0 ? worth : 1e-6
    }
  }
}
