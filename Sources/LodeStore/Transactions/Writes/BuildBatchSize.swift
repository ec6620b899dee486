/// The size of the batches of an index build.
///
/// Small batches delay other writes less, and large batches need less time in total. If other
/// writes wait during a batch, the batch ends early, and the next batch has the smallest size. The
/// size doubles after each batch during which no other write waited.
struct BuildBatchSize {
  /// The size of the next batch, as a multiple of the smallest size.
  private(set) var factor: Int
  private static let mostFactor = 1_024
  /// The number of rows from which the first batch has the largest size.
  private static let manyRows = 100_000

  /// Creates the size of the first batch.
  ///
  /// In a large collection, a large first batch saves much time: entries that are added to an empty
  /// table are appended in order, and fill the pages.
  ///
  /// - Parameter rowCount: The number of rows in the collection.
  init(rowCount: Int) {
    factor = rowCount < Self.manyRows ? 1 : Self.mostFactor
  }

  /// Sets the size of the next batch, after a batch during which other writes waited or not.
  mutating func note(othersWait: Bool) {
    factor = othersWait ? 1 : min(factor * 2, Self.mostFactor)
  }
}
