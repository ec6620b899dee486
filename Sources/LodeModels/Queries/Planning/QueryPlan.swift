internal import LodeCoding
internal import LodeStore

/// The planner's choice of how to find the rows of a selection.
indirect enum QueryPlan {
  /// All rows of the selection's partition or partitions, in key order.
  case scan
  /// The rows of key ranges.
  case keys(KeyUse)
  /// No rows: no row can match the condition.
  case nothing
  /// The rows of index entries, sorted by key.
  case index(IndexUse)
  /// The rows of index entries, in index order, which is the query's order.
  case ordered(IndexUse, reversed: Bool)
  /// The rows of index entries, in index order, and then the rows with nil, which have no entry.
  case orderedBeforeNil(IndexUse, reversed: Bool)
  /// The rows that several indexes have in common.
  case intersection([IndexUse])
  /// The rows that any of the plans finds.
  case union([QueryPlan])
  /// The rows whose texts match a search, ranked by relevance.
  case matched(MatchedRows)
}

extension QueryPlan {
  /// For a query with an order, whether the rows come in this order.
  var isOrdered: Bool {
    switch self {
    case .ordered, .orderedBeforeNil: true
    case .keys(let use): use.isOrdered
    default: false
    }
  }

  /// Whether the plan reads all rows in key order.
  var isScan: Bool { if case .scan = self { true } else { false } }

  /// The indexes whose entries are read; for an intersection, the index with the fewest entries.
  var uses: [IndexUse] {
    switch self {
    case .index(let use), .ordered(let use, _), .orderedBeforeNil(let use, _): [use]
    case .intersection(let uses): Array(uses.prefix(1))
    case .union(let plans): plans.flatMap(\.uses)
    case .scan, .keys, .nothing, .matched: []
    }
  }

  /// Returns the part of a condition that the found rows may not satisfy.
  ///
  /// The result is the whole condition for plans that can read other rows, for example because too
  /// many entries match.
  func unmet(_ condition: Condition) -> Condition {
    switch self {
    case .index(let use) where use.isInKeyOrder: use.unmet(condition)
    case .ordered(let use, _): use.unmet(condition)
    default: condition
    }
  }

  /// Returns whether the plan reads all rows although the selection has a condition or an order.
  func isUnindexed(_ selection: Selection) -> Bool {
    switch self {
    case .scan: !selection.condition.conjuncts.isEmpty || !selection.orders.isEmpty
    case .ordered(let use, _): !use.isBounded && !use.isWhole(selection.condition)
    case .keys(let use): !use.isBounded && !use.isWhole(selection.condition)
    default: false
    }
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The plan in one line.
  var description: String {
    switch self {
    case .scan: "scan of all rows"
    case .keys(let use): "keys (\(use))\(use.isReversed ? ", backwards" : "")"
    case .nothing: "no row"
    case .index(let use): "index \(use)"
    case .ordered(let use, let reversed):
      "index \(use), in its order\(reversed ? ", backwards" : "")"
    case .orderedBeforeNil(let use, let reversed):
      "\(QueryPlan.ordered(use, reversed: reversed)), then nil"
    case .intersection(let uses):
      "rows in both of " + uses.map { "index \($0)" }.joined(separator: " and ")
    case .union(let plans): "rows in any of " + plans.map(\.description).joined(separator: ", ")
    case .matched(let rows): rows.description
    }
  }
}

extension IndexUse: CustomStringConvertible {
  /// The name and the bounded components of the index, in one line.
  var description: String {
    let definition = index.definition
    if !isBounded { return "\(definition.name), all entries" }
    let paths = definition.parts.map(\.path)
    let text = KeyUse.description(
      of: ranges, equal: Array(paths.prefix(equalParts)), range: hasRange ? paths[equalParts] : nil)
    return "\(definition.name) (\(text))"
  }
}
