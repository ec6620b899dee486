internal import LodeStore

/// The collector of the highest-ranked documents of one index.
final class TopCollector {
  private(set) var top: TopDocuments
  /// The lowest score with which a further document can be a result.
  private(set) var threshold: Double
  private let index: Int
  private let reader: TokenIndexReader
  private let isWanted: ((Int, UInt32) throws -> Bool)?

  init(
    _ top: TopDocuments, _ index: Int, _ reader: TokenIndexReader,
    _ isWanted: ((Int, UInt32) throws -> Bool)?
  ) {
    (self.top, self.index, self.reader, self.isWanted) = (top, index, reader, isWanted)
    threshold = top.threshold
  }

  /// Adds a document, unless its score is below `threshold`, its row was changed or deleted, or
  /// `isWanted` returns `false`.
  func add(_ document: UInt32, _ score: Double) throws {
    guard score >= threshold else { return }
    if try reader.isDeleted(document) { return }
    if let isWanted, try !isWanted(index, document) { return }
    try top.add(TopDocuments.Entry(score: score, index: index, document: document))
    threshold = top.threshold
  }
}
