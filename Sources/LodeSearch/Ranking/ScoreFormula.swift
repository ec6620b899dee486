internal import LodeStore

/// The formula for the scores of documents, with the statistics of all searched indexes.
struct ScoreFormula {
  /// The inverse document frequency of each phrase in the expression.
  let worths: [Double]
  private let saturation: Double
  /// The length normalization of a document without tokens.
  private let shortest: Double
  /// The increase of the length normalization with each position of a document.
  private let perToken: Double

  init(_ ranking: SearchRanking, documents: Int, tokens: Int, counts: [Int]) {
    worths = counts.map { ranking.worth($0, of: documents) }
    saturation = max(0, ranking.saturation)
    let share = min(1, max(0, ranking.lengthNormalization))
    shortest = saturation * (1 - share)
    let average = documents > 0 ? max(1, Double(tokens)) / Double(documents) : 1
    perToken = saturation * share / average
  }

  /// Returns the length normalization of a document with `length` positions.
  ///
  /// A higher result lowers the score.
  @inline(__always)
  func norm(_ length: Int) -> Double { shortest + perToken * Double(length) }

  /// Returns the contribution of the phrase with the number `source` to the score of a document.
  ///
  /// `frequency` is the weighted frequency of the phrase, and `norm` is the length normalization of
  /// the document.
  @inline(__always)
  func score(_ source: Int, _ frequency: Double, norm: Double) -> Double {
    // The check avoids a division of zero by zero.
    frequency > 0 ? worths[source] * (frequency * (saturation + 1) / (frequency + norm)) : 0
  }

  /// Returns an upper bound of a phrase's contribution in a block, with a margin for rounding.
  ///
  /// `frequency` is the highest weighted frequency in the block; infinity if the block does not
  /// record the frequency. `length` is the length of the shortest document in the block.
  func bound(_ source: Int, _ frequency: Double, shortest length: Int) -> Double {
    let most =
      frequency < .infinity
      ? score(source, frequency, norm: norm(length)) : worths[source] * (saturation + 1)
    return most * (1 + 1e-9)
  }

  /// Returns the lowest weighted frequency with which a phrase can reach a score in a document of
  /// at least `length` positions.
  ///
  /// Returns infinity if no frequency is sufficient. The result includes a margin for rounding.
  func leastFrequency(_ source: Int, reaching score: Double, shortest length: Int) -> Double {
    let wanted = score * (1 - 1e-9)
    if wanted <= 0 { return 0 }
    let room = worths[source] * (saturation + 1) - wanted
    return room > 0 ? wanted * norm(length) / room * (1 - 1e-9) : .infinity
  }
}

/// The weights of an index's columns, by column number.
struct ColumnWeights {
  private let weights: [Double]
  /// The weight of all columns, or `nil` if the weights differ.
  let common: Double?

  init(_ weights: [Double]) {
    self.weights = weights
    common = Set(weights).count == 1 ? weights[0] : nil
  }

  /// Returns the weighted frequency of occurrences at the given positions.
  func frequency(_ places: some Sequence<UInt64>) -> Double {
    var sum = 0.0
    for place in places {
      let column = PostingPositions.column(place)
      sum += column < weights.count ? weights[column] : 0
    }
    return sum
  }

  /// Returns the highest weight of the columns in a block's mask; see `ColumnSet.blockMask`.
  func greatest(of mask: UInt8) -> Double {
    if let common { return common }
    var greatest = 0.0
    for (column, weight) in weights.enumerated() where mask & 1 << min(column, 7) != 0 {
      greatest = max(greatest, weight)
    }
    return greatest
  }
}
