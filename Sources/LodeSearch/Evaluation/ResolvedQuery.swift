/// A search expression in which the terms of one index replace the texts.
struct ResolvedQuery: Sendable {
  /// The root node of the query.
  var root: QueryNode
  /// The phrases, to which nodes refer by index.
  var phrases: [ResolvedPhrase]
  /// The number of phrases in the expression.
  ///
  /// `phrases` can contain a phrase of the expression several times, for different columns.
  var sourceCount: Int
}

/// A node of a resolved query, with phrases as indexes in `ResolvedQuery.phrases`.
indirect enum QueryNode: Sendable, Hashable {
  case nothing
  case all
  case phrase(Int)
  case near([Int], NearRule)
  case and([QueryNode])
  case or([QueryNode])
  case not(QueryNode, excluding: QueryNode)
}

/// The rule by which occurrences of phrases are near each other.
enum NearRule: Sendable, Hashable {
  /// All occurrences are in one window with this distance, as in `Proximity.windows`.
  case window(Int)
  /// Each occurrence is near the previous occurrence, with these distances, as in
  /// `Proximity.chains`.
  case chain([Int])
}

extension QueryNode {
  /// The phrases that affect the scores, as indexes in `ResolvedQuery.phrases`.
  var scoredPhrases: [Int] {
    switch self {
    case .nothing, .all: []
    case .phrase(let number): [number]
    case .near(let numbers, _): numbers
    case .and(let parts), .or(let parts): parts.flatMap(\.scoredPhrases)
    case .not(let base, _): base.scoredPhrases
    }
  }
}

/// A phrase of terms.
struct ResolvedPhrase: Sendable, Hashable {
  /// The terms, in ascending order of their offsets.
  var terms: [ResolvedTerm]
  /// The allowed columns, or `nil` for all columns of the index.
  var columns: ColumnSet?
  /// The required position of the first term, if the phrase must be at the start of a column;
  /// otherwise `nil`.
  var firstOffset: UInt32?
  /// The number of the phrase in the expression, counted from 0.
  var source = 0
  /// Whether the last term is one CJK character, which matches the first character of a pair.
  var endsInCharacter = false

  /// The length, in positions.
  var length: Int { Int(terms.last?.offset ?? 0) + 1 }

  /// The term, if the phrase has one term and no restrictions; otherwise `nil`.
  var onlyTerm: ResolvedTerm? {
    terms.count == 1 && columns == nil && firstOffset == nil ? terms[0] : nil
  }
}

/// The terms at one position of a phrase.
struct ResolvedTerm: Sendable, Hashable {
  enum Match: Sendable, Hashable {
    case exact, prefix
    /// A match within an edit distance of 1 or 2.
    case fuzzy(Int)
  }

  /// A term, or a pattern that several terms match.
  struct Alternative: Sendable, Hashable {
    /// The bytes of the term.
    var term: [UInt8]
    var match: Match
  }

  /// The alternatives, at least one of which must occur.
  var alternatives: [Alternative]
  /// The distance from the first term of the phrase, in positions.
  var offset: UInt32

  /// The bytes of the only alternative if the alternative is exact; otherwise `nil`.
  var exact: [UInt8]? {
    alternatives.count == 1 && alternatives[0].match == .exact ? alternatives[0].term : nil
  }
}
