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
  private var documents: BlockDocuments

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
    let most =
      block.maximumFrequency == .max
      ? .infinity : Double(block.maximumFrequency) * weights.greatest(of: block.columns)
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

  /// What the document gets, whose length gives the norm.
  func score(norm: Double) throws -> Double {
    formula.score(source, try weightedFrequency(), norm: norm)
  }

  private func weightedFrequency() throws -> Double {
    if let common = weights.common { return Double(try documents.frequency()) * common }
    return weights.frequency(try documents.places())
  }
}
