internal import LodeCoding
internal import LodeStore

/// A column of an index, with its tokenizer.
struct SearchColumn {
  let field: SearchField
  let tokenizer: any Tokenizer

  var name: String { field.path.description }
  /// The choice that identifies the tokenizer.
  var choice: TokenizerChoice { field.tokenizer }
}

/// The conversion of a search expression into a query with the terms of one index.
///
/// Columns with the same tokenizer form a group. A phrase has tokens for each allowed group, and
/// matches if the tokens of one group match.
struct QueryResolver {
  /// Columns with the same tokenizer.
  struct Group {
    var columns: ColumnSet
    var choice: TokenizerChoice
    var tokenizer: any Tokenizer
  }

  /// The groups, in the order of their first columns.
  let groups: [Group]
  private let columns: [SearchColumn]
  /// The numbers of the columns, by lowercase name.
  private lazy var names = Dictionary(
    columns.enumerated().map { ($1.name.lowercased(), $0) },
    uniquingKeysWith: { first, _ in first })
  /// All columns of the index.
  private let all: ColumnSet
  /// The converted phrases; a phrase of the expression can have one entry for each group.
  var phrases: [ResolvedPhrase] = []
  /// The number of phrases in the expression so far.
  var sourceCount = 0
  /// The scratch buffer for tokens.
  var buffer = TokenBuffer()

  init(_ columns: [SearchColumn]) {
    all = ColumnSet(first: columns.count)
    self.columns = columns
    var groups: [Group] = []
    for (place, column) in columns.enumerated() {
      let known = groups.firstIndex { $0.choice == column.choice }
      if known == nil {
        groups.append(
          Group(columns: ColumnSet(), choice: column.choice, tokenizer: column.tokenizer))
      }
      groups[known ?? groups.count - 1].columns.insert(place)
    }
    self.groups = groups
  }

  /// Converts an expression into a query with the terms of an index that has the given columns.
  static func resolve(_ expression: SearchExpression, _ columns: [SearchColumn]) -> ResolvedQuery {
    var resolver = QueryResolver(columns)
    let root = resolver.node(expression, nil) ?? .nothing
    return ResolvedQuery(root: root, phrases: resolver.phrases, sourceCount: resolver.sourceCount)
  }

  /// Returns the node of an expression in the allowed columns.
  ///
  /// If `allowed` is `nil`, all columns are allowed. Returns `nil` for a text without tokens, which
  /// the search ignores. `NEAR` with a text without tokens finds nothing. `NOT` without tokens on
  /// the left side finds nothing.
  private mutating func node(_ expression: SearchExpression, _ allowed: ColumnSet?) -> QueryNode? {
    switch expression {
    case .nothing: return .nothing
    case .all: return .all
    case .phrase(let phrase): return self.phrase(phrase, allowed)
    case .words(let phrase): return words(phrase, allowed)
    case .and(let parts): return Self.join(conjuncts(parts, allowed), QueryNode.and)
    case .or(let parts): return Self.join(parts.compactMap { node($0, allowed) }, QueryNode.or)
    case .not(let base, let excluded):
      guard let base = node(base, allowed) else { return .nothing }
      guard let excluded = node(excluded, allowed) else { return base }
      return .not(base, excluding: excluded)
    case .near(let phrases, let distance):
      return near(phrases, allowed, .window(min(max(0, distance), 1 << 30)))
    case .nearChain(let first, let links):
      let distances = links.map { min(max(0, $0.distance), 1 << 30) }
      return near([first] + links.map(\.phrase), allowed, .chain(distances))
    case .columns(let columns, let expression):
      return node(expression, narrowed(allowed, columns))
    }
  }

  /// Returns the allowed columns that `columns` selects; `nil` means all columns.
  ///
  /// The call ignores unknown names.
  mutating func narrowed(_ allowed: ColumnSet?, _ columns: SearchColumns?) -> ColumnSet? {
    guard let columns else { return allowed }
    var named = ColumnSet()
    for name in columns.names {
      if let column = names[name.lowercased()] { named.insert(column) }
    }
    let chosen = columns.isNegated ? all.subtracting(named) : named
    return allowed.map { $0.intersection(chosen) } ?? (chosen == all ? nil : chosen)
  }

  /// Combines several nodes with `make`.
  ///
  /// Returns a single node unchanged, and `nil` without nodes.
  static func join(_ nodes: [QueryNode], _ make: ([QueryNode]) -> QueryNode) -> QueryNode? {
    nodes.count < 2 ? nodes.first : make(nodes)
  }

  /// Returns the nodes of expressions that must all match.
  ///
  /// A word of fewer than three characters has no token with the tokenizer `trigram`. The call
  /// therefore joins adjacent words into a phrase if a word has no token.
  private mutating func conjuncts(
    _ parts: [SearchExpression], _ allowed: ColumnSet?
  ) -> [QueryNode] {
    var nodes: [QueryNode] = []
    var place = 0
    while place < parts.count {
      let end = parts[place...].firstIndex { $0.plainText == nil } ?? parts.count
      if end - place > 1, let joined = joined(parts[place..<end], allowed) {
        nodes.append(joined)
        place = end
        continue
      }
      for part in parts[place..<max(end, place + 1)] {
        if let node = node(part, allowed) { nodes.append(node) }
      }
      place = max(end, place + 1)
    }
    return nodes
  }

  /// Returns a phrase of the joined words, or `nil` to keep the words separate.
  ///
  /// The call joins the words if two conditions hold in each group with an allowed column. At least
  /// one word has no token, and the joined text has at least two tokens, which are all adjacent.
  private mutating func joined(
    _ parts: ArraySlice<SearchExpression>, _ allowed: ColumnSet?
  ) -> QueryNode? {
    let texts = parts.compactMap(\.plainText)
    for group in groups where isUsable(group, allowed) {
      guard texts.contains(where: { tokens(of: SearchPhrase($0), group).isEmpty }) else {
        return nil
      }
      let units = units(tokens(of: SearchPhrase(texts.joined(separator: " ")), group))
      guard units.count == 1, units[0].count > 1 else { return nil }
    }
    return phrase(SearchPhrase(texts.joined(separator: " ")), allowed)
  }

  /// Returns whether a group contains an allowed column.
  func isUsable(_ group: Group, _ allowed: ColumnSet?) -> Bool {
    allowed.map { !$0.intersection(group.columns).isEmpty } ?? true
  }
}

extension SearchExpression {
  /// The text of a single exact word without restrictions of position and column; otherwise `nil`.
  fileprivate var plainText: String? {
    switch self {
    case .phrase(let phrase), .words(let phrase):
      guard phrase.words.count == 1, phrase.words[0].match == .exact, !phrase.isFirst,
        phrase.columns == nil
      else { return nil }
      return phrase.words[0].text
    default: return nil
    }
  }
}
