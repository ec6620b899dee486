/// An expression with the terms of one index.
struct ResolvedQuery: Sendable {
  /// The root node of the query.
  var root: QueryNode
  /// The phrases, which the nodes refer to by index.
  var phrases: [ResolvedPhrase]
  /// The number of phrases in the expression.
  ///
  /// Several of `phrases` may be the same phrase in different columns.
  var sourceCount: Int
}

/// A node of a query whose texts are terms.
indirect enum QueryNode: Sendable, Hashable {
  case nothing
  case all
  case phrase(Int)
  /// Phrases, by index, inside one window of positions.
  case near([Int], distance: Int)
  /// A chain of near phrases, by index; the first distance is between the first two phrases.
  case chain([Int], distances: [Int])
  case and([QueryNode])
  case or([QueryNode])
  case not(QueryNode, excluding: QueryNode)
}

/// A phrase whose tokens are terms.
struct ResolvedPhrase: Sendable, Hashable {
  /// The terms; the first term has the lowest offset.
  var terms: [ResolvedTerm]
  /// The allowed columns; `nil` for all columns of the index.
  var columns: ColumnSet?
  /// The required position of the first term, if the phrase must be at the start of a column.
  var firstOffset: UInt32?
  /// The number of the phrase in the expression, for sums over indexes.
  var source = 0
  /// Whether the last term is one CJK character, so that only the first character of its tokens
  /// matches.
  var endsInCharacter = false

  /// The length in positions.
  var length: Int { Int(terms.last?.offset ?? 0) + 1 }

  /// The only term of the phrase, if the term and the phrase match the same documents.
  var onlyTerm: ResolvedTerm? {
    terms.count == 1 && columns == nil && firstOffset == nil ? terms[0] : nil
  }
}

/// The terms at one position of a phrase.
struct ResolvedTerm: Sendable, Hashable {
  enum Match: Sendable, Hashable {
    case exact, prefix
    case fuzzy(Int)
  }

  /// One allowed term, or one pattern of terms.
  struct Alternative: Sendable, Hashable {
    /// The bytes of the term.
    var term: [UInt8]
    var match: Match
  }

  /// The alternatives, one of which must occur.
  var alternatives: [Alternative]
  /// The distance in positions from the first term of the phrase.
  var offset: UInt32

  /// The bytes of the only alternative, if it is one exact term.
  var exact: [UInt8]? {
    alternatives.count == 1 && alternatives[0].match == .exact ? alternatives[0].term : nil
  }
}
