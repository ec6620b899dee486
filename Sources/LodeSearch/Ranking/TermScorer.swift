internal import LodeStore

/// The postings of a term with what each document gets for it.
final class TermScorer {
  static let end = DocumentIterator.end

  let source: Int
  let cursor: PostingCursor
  private let weights: ColumnWeights
  private let formula: ScoreFormula
  private(set) var document: UInt32
  /// No document of the block gets more.
  private(set) var bound = 0.0
  /// What an occurrence in the block counts at most.
  private var weight = 0.0
  private var documents: BlockDocuments<PostingCursor>

  init(_ cursor: PostingCursor, _ source: Int, _ weights: ColumnWeights, _ formula: ScoreFormula) {
    (self.cursor, self.source, self.weights, self.formula) = (cursor, source, weights, formula)
    documents = BlockDocuments(cursor)
    document = 0
    begin()
  }

  /// The last document of the block.
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

  /// Goes on to the first document that is not below a number.
  func seek(_ target: UInt32) throws {
    if target <= document { return }
    if target > cursor.block.last {
      guard try cursor.seekBlock(target) else { return document = Self.end }
      begin()
      if target <= document { return }
    }
    document = try documents.seek(target)
  }

  /// Offers the documents up to one, which is not behind the block, and looks only at those that
  /// have the term often enough.
  ///
  /// Lengths of the others are not read.
  func offer(upTo end: UInt32, of reader: TokenIndexReader, to collector: TopCollector) throws {
    var least = leastFrequency(reaching: collector.threshold)
    while let found = try documents.seek(frequency: least, upTo: end) {
      let norm = formula.norm(try reader.length(of: found))
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

  /// What the document gets, whose length gives the norm.
  func score(norm: Double) throws -> Double {
    formula.score(source, try weightedFrequency(), norm: norm)
  }

  private func weightedFrequency() throws -> Double {
    if let common = weights.common { return Double(try documents.frequency()) * common }
    return weights.frequency(try documents.places())
  }
}
