/// The size of the batches of an index build.
///
/// Small batches delay other writes less, and large batches need less time in total. If other
/// writes wait during a batch, the batch ends early, and the next batch has the smallest size. The
/// size doubles after each batch during which no other write waited.
struct BuildBatchSize {
  /// The size of the next batch, as a multiple of the smallest size.
  private(set) var factor: Int
  private static let mostFactor = 1_024

  /// The smallest size, for collections that the program uses during the build.
  static let smallest = BuildBatchSize(factor: 1)
  /// The largest size.
  ///
  /// A large first batch saves much time: entries that are added to an empty table are appended in
  /// order, and fill the pages.
  static let largest = BuildBatchSize(factor: mostFactor)

  /// Sets the size of the next batch, after a batch during which other writes waited or not.
  mutating func note(othersWait: Bool) {
    factor = othersWait ? 1 : min(factor * 2, Self.mostFactor)
  }
}
