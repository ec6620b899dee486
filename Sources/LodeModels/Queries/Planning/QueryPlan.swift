internal import LodeCoding
internal import LodeStore

/// How the rows of a selection are found.
indirect enum QueryPlan {
  /// All rows of the place, one after the other.
  case scan
  /// The rows of some stretches of the collection's keys.
  case keys(KeyUse)
  /// No row can be chosen.
  case nothing
  /// The rows of an index's entries, brought into the order of their keys.
  case index(IndexUse)
  /// The rows of an index's entries in its own order, which is the one that was asked for.
  case ordered(IndexUse, reversed: Bool)
  /// As `ordered`, and behind them the rows of which the index has no entry, since their value is
  /// nil.
  case orderedBeforeNil(IndexUse, reversed: Bool)
  /// The rows that several indexes have in common.
  case intersection([IndexUse])
  /// The rows that any of the plans finds.
  case union([QueryPlan])
  /// The rows whose texts match, the best first.
  case matched(MatchedRows)
}

extension QueryPlan {
  /// Whether the rows come in the order that was asked for.
  var isOrdered: Bool {
    switch self {
    case .ordered, .orderedBeforeNil: true
    case .keys(let use): use.isOrdered
    default: false
    }
  }

  /// Whether all rows are read.
  var isScan: Bool { if case .scan = self { true } else { false } }

  /// The indexes whose entries are read, of an intersection that which has the fewest.
  var uses: [IndexUse] {
    switch self {
    case .index(let use), .ordered(let use, _), .orderedBeforeNil(let use, _): [use]
    case .intersection(let uses): Array(uses.prefix(1))
    case .union(let plans): plans.flatMap(\.uses)
    case .scan, .keys, .nothing, .matched: []
    }
  }

  /// Whether all rows are read to choose or to sort some of them.
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
  /// One line: which indexes, and what of them.
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
  /// The index, and which of its entries.
  var description: String {
    let definition = index.definition
    if !isBounded { return "\(definition.name), all entries" }
    let equal = definition.parts.prefix(equalParts).map { "\($0.path)" }
    let ranged = definition.parts.dropFirst(equalParts).first.map { "\($0.path)" }
    var parts: [String] = []
    if !equal.isEmpty { parts.append("equal \(equal.joined(separator: ", "))") }
    if hasRange, let ranged {
      parts.append("range of \(ranged)")
    }
    let count = ranges.count == 1 ? "" : ", \(ranges.count) stretches"
    return "\(definition.name) (\(parts.joined(separator: "; "))\(count))"
  }
}
