/// The middle and the spread of a few samples.
public struct Summary: Equatable, Sendable {
  /// The middle sample, or the mean of the two in the middle.
  public let median: Double
  /// The smallest sample.
  public let min: Double
  /// The largest sample.
  public let max: Double

  /// Summarizes `samples`, or gives `nil` when there are none.
  public init?(_ samples: [Double]) {
    let sorted = samples.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    min = first
    max = last
  }
}

/// How many times faster `a` was than `b`: the median over the rounds in which both ran.
///
/// Pairing within rounds takes out what slows the whole machine for a while.
public func speedRatio(_ a: Measurement, over b: Measurement) -> Double? {
  Summary(zip(a.samples, b.samples).map { $1 / $0 })?.median
}
