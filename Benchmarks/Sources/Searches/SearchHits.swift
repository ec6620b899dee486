/// The best documents of a query.
public struct SearchHits: Sendable {
  /// Their keys, the best first.
  public var ids: [Int]
  /// Their scores.
  public var scores: [Double]

  /// Whether another peer found the same.
  ///
  /// Documents of equal score may come in any order, and documents with the last score may differ.
  public func isSame(as other: SearchHits) -> Bool {
    guard ids.count == other.ids.count,
      zip(scores, other.scores).allSatisfy({ abs($0 - $1) <= 1e-6 * max(1, abs($1)) })
    else { return false }
    guard let last = scores.last else { return true }
    return better(than: last) == other.better(than: last)
  }

  private func better(than score: Double) -> Set<Int> {
    Set(zip(ids, scores).filter { $1 > score + 1e-6 * max(1, abs(score)) }.map(\.0))
  }
}
