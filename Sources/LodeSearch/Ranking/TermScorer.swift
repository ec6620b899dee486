internal import LodeStore

/// The scorer of a term, which computes the contribution of the term to each document's score.
final class TermScorer {
  static let end = DocumentNumber.end

  /// The number, in the expression, of the phrase that consists of this term.
  let source: Int
  let cursor: PostingCursor
  private let weights: ColumnWeights
  private let formula: ScoreFormula
  /// The current document, or `end`.
  private(set) var document: UInt32
  /// The upper bound of the contribution in the current block.
  private(set) var bound = 0.0
  /// The highest weight of an occurrence in the current block.
  private var weight = 0.0
  private var documents: BlockDocuments<PostingCursor>

  init(_ cursor: PostingCursor, _ source: Int, _ weights: ColumnWeights, _ formula: ScoreFormula) {
    (self.cursor, self.source, self.weights, self.formula) = (cursor, source, weights, formula)
    documents = BlockDocuments(cursor)
    document = 0
    begin()
  }

  /// The last document of the current block.
  var blockEnd: UInt32 { cursor.block.last }

  private func begin() {
    let block = cursor.block
    document = block.first
    documents.begin()
    weight = weights.greatest(of: block.columns)
    let most =
      block.maximumFrequency == .max ? .infinity : Double(block.maximumFrequency) * weight
    bound = formula.bound(source, most, shortest: block.minimumLength)
  }

  /// Moves forward to the first document at or after `target`, or to the end.
  func seek(_ target: UInt32) throws {
    if target <= document { return }
    if target > cursor.block.last {
      guard try cursor.seekBlock(target) else { return document = Self.end }
      begin()
      if target <= document { return }
    }
    document = try documents.seek(target)
  }

  /// Passes the documents of the current block up to and including `end` to a collector.
  ///
  /// `end` must not be after the last document of the block. The call skips documents whose
  /// frequency is too low, without reading their lengths.
  func offer(upTo end: UInt32, of reader: TokenIndexReader, to collector: TopCollector) throws {
    var least = leastFrequency(reaching: collector.threshold)
    while let found = try documents.seek(frequency: least, upTo: end) {
      let norm = formula.norm(try documents.length(in: reader))
      try collector.add(found, try score(norm: norm))
      documents.step()
      least = leastFrequency(reaching: collector.threshold)
    }
  }

  private func leastFrequency(reaching score: Double) -> UInt32 {
    let frequency = formula.leastFrequency(
      source, reaching: score, shortest: cursor.block.minimumLength)
    if frequency == 0 { return 0 }
    return UInt32(exactly: (frequency / weight).rounded(.up)) ?? .max
  }

  /// Returns the contribution of the term to the current document's score.
  ///
  /// - Parameter norm: The length normalization of the document.
  func score(norm: Double) throws -> Double {
    let frequency =
      if let common = weights.common {
        Double(try documents.frequency()) * common
      } else {
        weights.frequency(try documents.places())
      }
    return formula.score(source, frequency, norm: norm)
  }
}
