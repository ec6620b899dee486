/// The number of rows in each batch of an index build that runs between other writes.
///
/// Small batches delay other writes less, but scatter the entries of the index. The batch size
/// therefore doubles while no other write waits.
struct BuildBatchSize {
  /// The size of a batch, as a multiple of the smallest batch.
  private(set) var factor = 1
  private static let mostFactor = 128

  /// Records whether other writes waited during a batch.
  mutating func note(othersWait: Bool) {
    factor = othersWait ? 1 : min(factor * 2, Self.mostFactor)
  }
}
