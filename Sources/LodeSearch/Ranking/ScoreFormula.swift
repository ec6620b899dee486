internal import LodeStore

/// The score of documents, with the numbers of all indexes that are searched.
struct ScoreFormula {
  /// What each phrase of the expression is worth.
  let worths: [Double]
  private let saturation: Double
  private let shortest: Double
  private let perToken: Double

  init(_ ranking: SearchRanking, documents: Int, tokens: Int, counts: [Int]) {
    worths = counts.map { ranking.worth($0, of: documents) }
    saturation = max(0, ranking.saturation)
    let share = min(1, max(0, ranking.lengthNormalization))
    shortest = saturation * (1 - share)
    let average = documents > 0 ? max(1, Double(tokens)) / Double(documents) : 1
    perToken = saturation * share / average
  }

  /// What a document's length does to frequencies.
  @inline(__always)
  func norm(_ length: Int) -> Double { shortest + perToken * Double(length) }

  /// What a phrase adds to the score.
  @inline(__always)
  func score(_ source: Int, _ frequency: Double, norm: Double) -> Double {
    // Without saturation a word that weighs nothing would be zero by zero.
    frequency > 0 ? worths[source] * (frequency * (saturation + 1) / (frequency + norm)) : 0
  }

  /// No document of a block adds more; a little is added for what is lost in rounding.
  func bound(_ source: Int, _ frequency: Double, shortest length: Int) -> Double {
    let most =
      frequency < .infinity
      ? score(source, frequency, norm: norm(length)) : worths[source] * (saturation + 1)
    return most * (1 + 1e-9)
  }

  /// So often at least is a phrase in a document that is not shorter and gets a score for it; a
  /// little less for what is lost in rounding.
  func leastFrequency(_ source: Int, reaching score: Double, shortest length: Int) -> Double {
    let wanted = score * (1 - 1e-9)
    if wanted <= 0 { return 0 }
    let room = worths[source] * (saturation + 1) - wanted
    return room > 0 ? wanted * norm(length) / room * (1 - 1e-9) : .infinity
  }
}

/// What occurrences in columns count.
struct ColumnWeights {
  private let weights: [Double]
  /// The weight of all columns, if it is the same.
  let common: Double?

  init(_ weights: [Double]) {
    self.weights = weights
    common = Set(weights).count == 1 ? weights[0] : nil
  }

  /// The weighted number of occurrences at places.
  func frequency(_ places: some Sequence<UInt64>) -> Double {
    var sum = 0.0
    for place in places {
      let column = PostingPositions.column(place)
      sum += column < weights.count ? weights[column] : 0
    }
    return sum
  }

  /// The greatest weight of the columns that a block may have.
  func greatest(of mask: UInt8) -> Double {
    if let common { return common }
    var greatest = 0.0
    for (column, weight) in weights.enumerated() where mask & 1 << min(column, 7) != 0 {
      greatest = max(greatest, weight)
    }
    return greatest
  }
}
