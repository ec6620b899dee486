/// An expression with the terms of one index.
struct ResolvedQuery: Sendable {
  /// What is looked for.
  var root: QueryNode
  /// The phrases that the nodes name by their places.
  var phrases: [ResolvedPhrase]
  /// How many phrases the expression has; several of `phrases` may be the same one in other
  /// columns.
  var sourceCount: Int
}

/// A node of a query whose texts are terms.
indirect enum QueryNode: Sendable, Hashable {
  case nothing
  case all
  case phrase(Int)
  /// Phrases within a window.
  case near([Int], distance: Int)
  /// Phrases of which neighbours are near; a distance fewer than phrases.
  case chain([Int], distances: [Int])
  case and([QueryNode])
  case or([QueryNode])
  case not(QueryNode, excluding: QueryNode)
}

/// A phrase whose tokens are terms.
struct ResolvedPhrase: Sendable, Hashable {
  /// The terms; none of them is before the first.
  var terms: [ResolvedTerm]
  /// The columns where it may be; nil for all of the index.
  var columns: ColumnSet?
  /// The offset that the first term has to have, if the phrase has to be at the start of a column.
  var firstOffset: UInt32?
  /// The number of the phrase in the expression, for sums over indexes.
  var source = 0
  /// Whether the last term is one CJK character, of whose tokens only the first character is meant.
  var endsInCharacter = false

  /// How many places it takes.
  var length: Int { Int(terms.last?.offset ?? 0) + 1 }

  /// The term, if the phrase consists of it alone, so both match the same documents.
  var onlyTerm: ResolvedTerm? {
    terms.count == 1 && columns == nil && firstOffset == nil ? terms[0] : nil
  }
}

/// A place in a phrase.
struct ResolvedTerm: Sendable, Hashable {
  enum Match: Sendable, Hashable {
    case exact, prefix
    case fuzzy(Int)
  }

  /// A term that may be there, or what terms may be there.
  struct Alternative: Sendable, Hashable {
    /// The bytes.
    var term: [UInt8]
    var match: Match
  }

  /// What may be there: of several, one is enough.
  var alternatives: [Alternative]
  /// The distance to the first term of the phrase.
  var offset: UInt32

  /// The bytes, if there is only one term that can be meant.
  var exact: [UInt8]? {
    alternatives.count == 1 && alternatives[0].match == .exact ? alternatives[0].term : nil
  }
}
