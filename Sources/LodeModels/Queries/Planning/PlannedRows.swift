internal import LodeCoding
internal import LodeStore

/// Finds the rows of a plan.
struct PlannedRows {
  let access: CollectionAccess
  /// The keys of the rows that there are to find.
  let range: KeyRange
  let plan: QueryPlan
  var costs = PlanCosts()
  /// The row behind which the rows begin, in the order that they come in.
  var after: PagePosition?

  /// Calls `body` for each row that may be chosen, in the order of keys, or for an ordered plan in
  /// that order.
  func forEach(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    switch plan {
    case .nothing: return
    case .scan: try scan(range, body)
    case .keys(let use): try forEachKey(use, body)
    case .matched(let rows): try rows.forEach { try lend($0.key.span, body) }
    case .ordered(let use, let reversed):
      _ = try forEachOrdered(use, reversed: reversed, body)
    case .orderedBeforeNil(let use, let reversed):
      if try forEachOrdered(use, reversed: reversed, body) == .next { try forEachNil(use, body) }
    case .index(let use) where use.isInKeyOrder:
      var range = use.ranges[0]
      if let after { range = range.from(.excluded((range.lower.bytes ?? []) + after.ownKey)) }
      let parts = use.index.definition.parts.count
      var key = KeyBuffer()
      try access.scan(use.index, range) { entry in
        key.removeAll()
        try entry.appendRowKey(to: &key, parts: parts)
        return try lend(key.bytes, body)
      }
    default:
      guard let keys = try keys(of: plan, most: mostKeys()) else {
        return try scan(range, body)
      }
      for key in keys {
        if let after, key.span.rowOrder(after.key.span) <= 0 { continue }
        if try lend(key.span, body) == .stop { return }
      }
    }
  }

  func scan(
    _ range: KeyRange, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    guard let after else {
      return try access.scan(range) { row in try body(row.keyBytes, row.content) }
    }
    // Long keys with the same head are in the order of their hashes.
    let isLong = after.key.count >= StoredKey.byteCount
    let head = Array(after.key.prefix(StoredKey.headByteCount))
    try access.scan(range.from(isLong ? .included(head) : .excluded(after.key))) { row in
      if isLong, row.keyBytes.rowOrder(after.key.span) <= 0 { return .next }
      return try body(row.keyBytes, row.content)
    }
  }

  /// Above this number of rows, a scan is cheaper than lookups.
  private func mostKeys() throws -> Int {
    max(try access.count() / costs.lookup, costs.leastLookups)
  }

  func lend(
    _ key: Span<UInt8>, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    var step = IterationStep.next
    // In a write the body may have deleted rows since their keys were read.
    _ = try access.withRow(key, .tuple) { row in step = try body(key, row) }
    return step
  }

  // Keys.

  /// The keys of the rows that an index or stretches of keys find; `nil` when they are more than so
  /// many, or all are read.
  func keys(most: Int) throws -> [[UInt8]]? {
    guard case .keys(let use) = plan else { return try keys(of: plan, most: most) }
    var keys: [[UInt8]] = []
    for range in use.ranges where keys.count <= most {
      try access.scan(range, limit: most + 1 - keys.count, wantsValues: false) { row in
        keys.append(row.keyBytes.copied())
        return .next
      }
    }
    return keys.count <= most ? keys : nil
  }

  /// The keys of the rows in their order, each once; `nil` when they are more than it pays to look
  /// up.
  private func keys(of plan: QueryPlan, most: Int) throws -> [[UInt8]]? {
    switch plan {
    case .scan, .keys, .ordered, .orderedBeforeNil, .matched: return nil
    case .nothing: return []
    case .index(let use): return try keys(of: use, most: most)
    case .intersection(let uses): return try common(uses, most: most)
    case .union(let plans):
      var all: Set<[UInt8]> = []
      for plan in plans {
        guard let keys = try keys(of: plan, most: most) else { return nil }
        all.formUnion(keys)
        if all.count > most { return nil }
      }
      return all.sorted { $0.span.rowOrder($1.span) < 0 }
    }
  }

  /// The keys that all of some indexes have.
  private func common(_ uses: [IndexUse], most: Int) throws -> [[UInt8]]? {
    if uses.count == 2, uses.allSatisfy(\.isInKeyOrder),
      let keys = try merged(uses[0], uses[1], most: 4 * most)
    {
      return keys.count <= most ? keys : nil
    }
    // Entries are cheap beside rows, so that more of them may be read.
    var common: Set<[UInt8]>?
    for use in uses {
      guard let keys = try keys(of: use, most: 4 * most) else { continue }
      common = common?.intersection(keys) ?? Set(keys)
    }
    guard let common, common.count <= most else { return nil }
    return common.sorted { $0.span.rowOrder($1.span) < 0 }
  }

  /// The keys that two indexes have in common, whose entries both are in the order of keys; `nil`
  /// when there are more entries.
  private func merged(_ first: IndexUse, _ second: IndexUse, most: Int) throws -> [[UInt8]]? {
    var list = KeyList()
    guard try forEachKey(of: first, most: most, { list.append($0) }) else { return nil }
    var place = 0
    var common: [[UInt8]] = []
    let isWhole = try forEachKey(of: second, most: most) { key in
      while place < list.count {
        let order = list.order(place, key)
        if order > 0 { return }
        place += 1
        if order == 0 { return common.append(key.copied()) }
      }
    }
    return isWhole ? common : nil
  }

  /// Calls `body` with the row's key of each entry; says whether these were all.
  private func forEachKey(
    of use: IndexUse, most: Int, _ body: (Span<UInt8>) -> Void
  ) throws -> Bool {
    let parts = use.index.definition.parts.count
    var count = 0
    var buffer = KeyBuffer()
    for range in use.ranges {
      try access.scan(use.index, range) { entry in
        count += 1
        if count > most { return .stop }
        buffer.removeAll()
        try entry.appendRowKey(to: &buffer, parts: parts)
        body(buffer.bytes)
        return .next
      }
    }
    return count <= most
  }

  private func keys(of use: IndexUse, most: Int) throws -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    let parts = use.index.definition.parts.count
    var buffer = KeyBuffer()
    for range in use.ranges {
      try access.scan(use.index, range) { entry in
        buffer.removeAll()
        try entry.appendRowKey(to: &buffer, parts: parts)
        keys.append(buffer.bytes.copied())
        return keys.count > most ? .stop : .next
      }
      if keys.count > most { return nil }
    }
    keys.sort { $0.span.rowOrder($1.span) < 0 }
    if use.mayRepeat { keys.removeRepeated() }
    return keys
  }

  // Order.

  /// The rows in the order of an index; backwards, rows with the same values still come in the
  /// order of their keys.
  private func forEachOrdered(
    _ use: IndexUse, reversed: Bool,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    let parts = use.index.definition.parts.count
    let start = after.flatMap { use.place(of: $0) }
    for range in reversed ? use.ranges.reversed() : use.ranges {
      let range = range.behind(start, after, reversed: reversed)
      var step = IterationStep.next
      // Backwards: the parts of the entries before, and the keys of their rows.
      var same: (parts: [UInt8], keys: [[UInt8]]) = ([], [])
      try access.scan(use.index, range, reversed: reversed) { entry in
        var key = KeyBuffer()
        try entry.appendRowKey(to: &key, parts: parts)
        if !reversed {
          step = try lend(key.bytes, body)
          return step
        }
        let partition = Partition.byteCount(in: entry.key)
        let own = entry.key.extracting(first: entry.key.count - key.count + partition)
        if own.byteOrder(same.parts.span) != 0 {
          step = try lend(same.keys, body)
          same = (own.copied(), [])
          if step == .stop { return .stop }
        }
        if let after, let start, own.byteOrder(start.span) == 0,
          key.bytes.rowOrder(after.key.span) <= 0
        {
          return .next
        }
        same.keys.append(key.bytes.copied())
        return .next
      }
      if step != .stop { step = try lend(same.keys, body) }
      if step == .stop { return .stop }
    }
    return .next
  }

  /// The rows that have no entry in an index, in the order of their keys.
  private func forEachNil(
    _ use: IndexUse, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    var isNil = try RowCondition(.isNil(.path(use.index.definition.parts[0].path)))
    try access.scan(range) { row in
      guard try isNil.isMet(by: row.content, key: row.keyBytes, in: access) else { return .next }
      return try body(row.keyBytes, row.content)
    }
  }

  /// Lends rows that were met backwards, forwards.
  private func lend(
    _ keys: [[UInt8]], _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    for key in keys.reversed() where try lend(key.span, body) == .stop { return .stop }
    return .next
  }
}

extension KeyRange {
  /// The entries of a range, starting with the entries of a row.
  fileprivate func behind(_ parts: [UInt8]?, _ row: PagePosition?, reversed: Bool) -> KeyRange {
    guard let parts, let row else { return self }
    return reversed ? before(parts + [0xFE]) : from(.excluded(parts + row.ownKey))
  }
}

extension [[UInt8]] {
  /// Keeps one of those that are the same and follow each other.
  fileprivate mutating func removeRepeated() {
    var kept: [[UInt8]] = []
    kept.reserveCapacity(count)
    for key in self where kept.last != key { kept.append(key) }
    self = kept
  }
}
