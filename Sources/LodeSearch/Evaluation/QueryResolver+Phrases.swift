internal import LodeCoding
internal import LodeStore

// Phrases and their tokens.
extension QueryResolver {
  /// A token of a phrase in a query.
  struct QueryToken {
    /// The bytes of the term.
    var term: [UInt8]
    /// The position in the phrase, counted from 0.
    var position: Int
    var match: ResolvedTerm.Match
    /// Whether the token must directly follow the previous token, even outside a phrase.
    var joinsPrevious: Bool
    /// Whether the term is one CJK character, and matches all pairs that begin with the character.
    var isCharacter = false
  }

  /// Returns a node that matches documents with the phrase in at least one group of columns.
  ///
  /// A group contains the columns with the same tokenizer. If `allowed` is `nil`, all columns are
  /// allowed.
  ///
  /// Returns `nil` for a phrase without tokens, or `.nothing` if no column is allowed.
  mutating func phrase(_ phrase: SearchPhrase, _ allowed: ColumnSet?) -> QueryNode? {
    let allowed = narrowed(allowed, phrase.columns)
    if let allowed, allowed.isEmpty { return .nothing }
    let source = takeSource()
    var nodes: [QueryNode] = []
    for group in groups where isUsable(group, allowed) {
      let tokens = tokens(of: phrase, group)
      if tokens.isEmpty { continue }
      nodes.append(.phrase(add(tokens[...], phrase.isFirst, group, allowed, source)))
    }
    return Self.join(nodes, QueryNode.or)
  }

  /// Returns the node of phrases that are near each other in one group of columns.
  ///
  /// Returns `.nothing` if no group of allowed columns has tokens of all phrases.
  mutating func near(
    _ phrases: [SearchPhrase], _ allowed: ColumnSet?, _ rule: NearRule
  ) -> QueryNode? {
    let sources = phrases.map { _ in takeSource() }
    var nodes: [QueryNode] = []
    for group in groups where isUsable(group, allowed) {
      var numbers: [Int] = []
      for (phrase, source) in zip(phrases, sources) {
        let allowed = narrowed(allowed, phrase.columns)
        let tokens = tokens(of: phrase, group)
        guard isUsable(group, allowed), !tokens.isEmpty else { break }
        numbers.append(add(tokens[...], phrase.isFirst, group, allowed, source))
      }
      guard numbers.count == phrases.count, let first = numbers.first else { continue }
      nodes.append(numbers.count == 1 ? .phrase(first) : .near(numbers, rule))
    }
    return nodes.isEmpty ? .nothing : Self.join(nodes, QueryNode.or)
  }

  /// Returns a node that matches documents with all units of the text.
  ///
  /// A unit is a sequence of tokens that must be adjacent. Returns `nil` for a text without tokens,
  /// or if no column is allowed.
  mutating func words(_ phrase: SearchPhrase, _ allowed: ColumnSet?) -> QueryNode? {
    let first = narrowed(allowed, phrase.columns)
    // The columns of the phrase apply only to the first unit.
    let units = groups.map { group in
      isUsable(group, first) || isUsable(group, allowed)
        ? self.units(tokens(of: phrase, group)) : []
    }
    let count = units.map(\.count).max() ?? 0
    guard units.allSatisfy({ $0.isEmpty || $0.count == count }) else {
      return wordsOfGroups(units, phrase, first, allowed)
    }
    var nodes: [QueryNode] = []
    for place in 0..<count {
      let (source, columns) = (takeSource(), place == 0 ? first : allowed)
      let forms = groups.indices.compactMap { number -> QueryNode? in
        guard !units[number].isEmpty, isUsable(groups[number], columns) else { return nil }
        return .phrase(
          add(units[number][place], place == 0 && phrase.isFirst, groups[number], columns, source))
      }
      nodes.append(Self.join(forms, QueryNode.or) ?? .nothing)
    }
    return Self.join(nodes, QueryNode.and)
  }

  /// Returns the node of a text that has different numbers of units in the groups.
  ///
  /// The node matches if all units of one group match.
  private mutating func wordsOfGroups(
    _ units: [[ArraySlice<QueryToken>]], _ phrase: SearchPhrase, _ first: ColumnSet?,
    _ allowed: ColumnSet?
  ) -> QueryNode? {
    var nodes: [QueryNode] = []
    for (group, units) in zip(groups, units) where isUsable(group, first) {
      var parts: [QueryNode] = []
      for (place, unit) in units.enumerated() {
        let (isFirst, columns) = (place == 0 && phrase.isFirst, place == 0 ? first : allowed)
        parts.append(.phrase(add(unit, isFirst, group, columns, takeSource())))
      }
      if let node = Self.join(parts, QueryNode.and) { nodes.append(node) }
    }
    return Self.join(nodes, QueryNode.or)
  }

  /// Returns the number of the next phrase in the expression.
  private mutating func takeSource() -> Int {
    sourceCount += 1
    return sourceCount - 1
  }

  /// Adds a phrase with the given tokens, and returns the position of the phrase in `phrases`.
  private mutating func add(
    _ tokens: ArraySlice<QueryToken>, _ isFirst: Bool, _ group: Group, _ allowed: ColumnSet?,
    _ source: Int
  ) -> Int {
    let start = tokens.first?.position ?? 0
    var terms: [ResolvedTerm] = []
    for token in tokens {
      let offset = UInt32(clamping: token.position - start)
      let meant = ResolvedTerm.Alternative(term: token.term, match: token.match)
      if let last = terms.indices.last, terms[last].offset == offset {
        terms[last].alternatives.append(meant)
      } else {
        terms.append(ResolvedTerm(alternatives: [meant], offset: offset))
      }
    }
    let columns = (allowed ?? group.columns).intersection(group.columns)
    let isEverywhere = groups.count == 1 && allowed == nil
    phrases.append(
      ResolvedPhrase(
        terms: terms, columns: isEverywhere ? nil : columns,
        firstOffset: isFirst ? UInt32(clamping: start) : nil, source: source,
        endsInCharacter: tokens.last?.isCharacter ?? false))
    return phrases.count - 1
  }

  // Tokens.

  /// Splits the words of a phrase into tokens, with the tokenizer of a group.
  ///
  /// The positions continue from word to word.
  mutating func tokens(of phrase: SearchPhrase, _ group: Group) -> [QueryToken] {
    var tokens: [QueryToken] = []
    var start = 0
    for word in phrase.words {
      buffer.removeAll()
      word.text.withUTF8Span { group.tokenizer.tokenize($0, for: .query, into: &buffer) }
      for (place, token) in buffer.tokens.enumerated() {
        var match = token.isPrefix ? ResolvedTerm.Match.prefix : .exact
        // The kind of match of a word applies to all terms at the last position of the word.
        if token.position == buffer.tokens[buffer.count - 1].position,
          case let last = word.match.resolved, last != .exact
        {
          match = last
        }
        tokens.append(
          QueryToken(
            term: buffer.copyTerm(place), position: start + token.position, match: match,
            joinsPrevious: token.joinsPrevious,
            isCharacter: token.isPrefix && match == .prefix))
      }
      start = (tokens.last?.position ?? start - 1) + 1
    }
    return tokens
  }

  /// Splits the tokens into units, whose tokens must be adjacent in a document.
  func units(_ tokens: [QueryToken]) -> [ArraySlice<QueryToken>] {
    var units: [ArraySlice<QueryToken>] = []
    var start = 0
    for place in tokens.indices.dropFirst() {
      let isSameWord = tokens[place].position == tokens[place - 1].position
      if tokens[place].joinsPrevious || isSameWord { continue }
      units.append(tokens[start..<place])
      start = place
    }
    if start < tokens.count { units.append(tokens[start...]) }
    return units
  }
}

extension SearchPhrase.Match {
  fileprivate var resolved: ResolvedTerm.Match {
    switch self {
    case .exact: .exact
    case .prefix: .prefix
    case .fuzzy(let distance): .fuzzy(distance < 2 ? 1 : 2)
    }
  }
}

extension TokenBuffer {
  fileprivate func copyTerm(_ index: Int) -> [UInt8] {
    let term = term(index)
    return term.indices.map { term[$0] }
  }
}
