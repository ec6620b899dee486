/// How many rows are read for each part of an index that is built between the writes of others.
///
/// Short parts have nobody wait long, but scatter their entries; so the parts grow as long as
/// nobody waits for their ends.
struct BuildBatchSize {
  /// A batch has this multiple of the smallest batch.
  private(set) var factor = 1
  private static let mostFactor = 128

  /// Takes what happened while a part was made.
  mutating func note(othersWait: Bool) {
    factor = othersWait ? 1 : min(factor * 2, Self.mostFactor)
  }
}
