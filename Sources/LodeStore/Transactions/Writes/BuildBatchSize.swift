/// The size of the batches of an index build.
///
/// Small batches delay other writes less, and large batches need less time in total. The first batch
/// has the largest size, because a batch ends early if other writes wait. The next batch then has
/// the smallest size, and the size doubles after each batch during which no other write waited.
struct BuildBatchSize {
  /// The size of the next batch, as a multiple of the smallest size.
  private(set) var factor = Self.mostFactor
  private static let mostFactor = 1_024

  /// Sets the size of the next batch, after a batch during which other writes waited or not.
  mutating func note(othersWait: Bool) {
    factor = othersWait ? 1 : min(factor * 2, Self.mostFactor)
  }
}
