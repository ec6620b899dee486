internal import LodeCoding
internal import LodeStore

/// A reader of the rows that a plan finds.
struct PlannedRows {
  let access: CollectionAccess
  /// The key range that contains the rows.
  let range: KeyRange
  let plan: QueryPlan
  var costs = PlanCosts()
  /// The position, in the query's order, after which the rows begin.
  var after: PagePosition?
  /// The condition that the caller evaluates on each row; scans can skip rows that do not match.
  ///
  /// With `nil`, scans pass all rows.
  var condition: Condition?
  /// The number of rows that the caller needs, unless fewer rows exist.
  var wanted = 1

  /// Calls `body` for each row that the plan finds, before the condition is evaluated.
  ///
  /// The rows come in the query's order if the plan has the order, otherwise in key order. The rows
  /// of a search are ranked by relevance, or have no order if the query sorts the rows.
  func forEach(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    var found = FoundRows(access, wanted: wanted)
    switch plan {
    case .nothing: return
    case .scan: return try scan(range, body)
    case .keys(let use): return try forEachKey(use, body)
    case .ordered(let use, let reversed), .orderedBeforeNil(let use, let reversed):
      if try forEachOrdered(use, reversed: reversed, &found, body) == .stop { return }
    default:
      guard let step = try forEachFound(&found, body) else { return try scan(range, body) }
      if step == .stop { return }
    }
    guard try found.finish(body) == .next else { return }
    if case .orderedBeforeNil(let use, _) = plan { try forEachNil(use, body) }
  }

  /// Passes the keys that the plan finds to the lookups, in the order of ``forEach(_:)``, until
  /// `body` returns `.stop`.
  ///
  /// - Returns: The last result of `body`, or `.next` without rows. The result is `nil`, without a
  ///   call of `body`, if a scan is cheaper.
  private func forEachFound(
    _ found: inout FoundRows, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep? {
    // Scans check for interruptions. Lookups of listed keys do not, so this method checks.
    var interruption = Interruption.current
    switch plan {
    case .matched(let matched):
      for row in matched.rows {
        try interruption?.step()
        if try found.add(row.key.span, body) == .stop { return .stop }
      }
      return .next
    case .index(let use) where use.isInKeyOrder:
      var range = use.ranges[0]
      if let after { range = range.from(.excluded((range.lower.bytes ?? []) + after.ownKey)) }
      let parts = use.index.definition.parts.count
      var key = KeyBuffer()
      var step = IterationStep.next
      try use.index.scan(range, in: access) { entry in
        key.removeAll()
        try entry.appendRowKey(to: &key, parts: parts)
        step = try found.add(key.bytes, body)
        return step
      }
      return step
    default:
      guard let keys = try keys(of: plan, most: mostKeys()) else { return nil }
      for key in keys {
        try interruption?.step()
        if let after, key.span.rowOrder(after.key.span) <= 0 { continue }
        if try found.add(key.span, body) == .stop { return .stop }
      }
      return .next
    }
  }

  func scan(
    _ range: KeyRange, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    guard let after else {
      return try access.scan(range, for: condition) { row in
        try body(row.keyBytes, row.content)
      }
    }
    // Rows with long keys and a common beginning are stored in the order of the keys' hashes.
    let isLong = after.key.count >= StoredKey.byteCount
    let head = Array(after.key.prefix(StoredKey.headByteCount))
    let rest = range.from(isLong ? .included(head) : .excluded(after.key))
    try access.scan(rest, for: condition) { row in
      if isLong, row.keyBytes.rowOrder(after.key.span) <= 0 { return .next }
      return try body(row.keyBytes, row.content)
    }
  }

  /// Returns the number of rows above which a scan is cheaper than lookups.
  private func mostKeys() throws -> Int {
    let rowCount = if let known = plan.uses.first?.rowCount { known } else { try access.count() }
    return max(rowCount / costs.lookup, costs.leastLookups)
  }

  /// Passes the row at a key to `body`.
  func lend(
    _ key: Span<UInt8>, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    var step = IterationStep.next
    try access.withFoundRow(key) { row in step = try body(key, row) }
    return step
  }

  // Keys.

  /// Returns the keys of the rows that indexes or key ranges find.
  ///
  /// - Parameter most: The maximum number of keys.
  /// - Returns: `nil` for more keys, and for plans that do not list keys: scans, ordered plans, and
  ///   searches.
  func keys(most: Int) throws -> [[UInt8]]? {
    guard case .keys(let use) = plan else { return try keys(of: plan, most: most) }
    var keys: [[UInt8]] = []
    for range in use.ranges where keys.count <= most {
      try access.scan(range, limit: most + 1 - keys.count, as: .stored) { row in
        keys.append(row.keyBytes.copied())
        return .next
      }
    }
    return keys.count <= most ? keys : nil
  }

  /// Returns the distinct keys of the rows in key order.
  ///
  /// The result is `nil` if the plan finds more than `most` keys, reads too many entries, or does
  /// not consist of indexes.
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

  /// Returns the keys that several indexes have in common, or `nil` for more than `most` keys.
  ///
  /// Unless two indexes can be merged, the method ignores an index with too many entries, so some
  /// returned keys may not match. The result is `nil` if all indexes have too many entries.
  private func common(_ uses: [IndexUse], most: Int) throws -> [[UInt8]]? {
    if uses.count == 2, uses.allSatisfy(\.isInKeyOrder) {
      return try merged(uses[0], uses[1], most: most)
    }
    // Entries are cheaper to read than rows, so the limit on entries is higher.
    var common: Set<[UInt8]>?
    for use in uses {
      guard let keys = try keys(of: use, most: 4 * most) else { continue }
      common = common?.intersection(keys) ?? Set(keys)
    }
    guard let common, common.count <= most else { return nil }
    return common.sorted { $0.span.rowOrder($1.span) < 0 }
  }

  /// Returns the common keys of two indexes whose entries are in key order, or `nil` for more than
  /// `most` keys.
  ///
  /// The method skips entries of one index that lie between two entries of the other index.
  private func merged(_ first: IndexUse, _ second: IndexUse, most: Int) throws -> [[UInt8]]? {
    guard let parts = first.ranges[0].lower.bytes, let others = second.ranges[0].lower.bytes else {
      return nil
    }
    var first = try IndexKeys(parts, of: first.index, in: access)
    var second = try IndexKeys(others, of: second.index, in: access)
    var common: [[UInt8]] = []
    var hasNext = try first.next() && second.next()
    while hasNext {
      let order = first.key.bytes.byteOrder(second.key.bytes)
      if order < 0 {
        hasNext = try first.advance(to: second.key.bytes)
      } else if order > 0 {
        hasNext = try second.advance(to: first.key.bytes)
      } else {
        if common.count == most { return nil }
        common.append(first.key.bytes.copied())
        hasNext = try first.next() && second.next()
      }
    }
    return common
  }

  /// Calls `body` with the row's key of each entry, and returns whether at most `most` entries
  /// exist.
  private func forEachKey(
    of use: IndexUse, most: Int, _ body: (Span<UInt8>) -> Void
  ) throws -> Bool {
    let parts = use.index.definition.parts.count
    var count = 0
    var buffer = KeyBuffer()
    for range in use.ranges {
      try use.index.scan(range, in: access) { entry in
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

  /// Returns the distinct keys of an index's ranges in key order, or `nil` for more than `most`
  /// entries.
  private func keys(of use: IndexUse, most: Int) throws -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    guard try forEachKey(of: use, most: most, { keys.append($0.copied()) }) else { return nil }
    keys.sort { $0.span.rowOrder($1.span) < 0 }
    if use.mayRepeat { keys.removeRepeated() }
    return keys
  }

  // Order.

  /// Passes keys to the lookups in the order of an index, until `body` returns `.stop`.
  ///
  /// Rows with equal values come in key order, even if the index is read backwards.
  ///
  /// - Returns: The last result of `body`, or `.next` without rows.
  private func forEachOrdered(
    _ use: IndexUse, reversed: Bool, _ found: inout FoundRows,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    let parts = use.index.definition.parts.count
    let start = after.flatMap { use.place(of: $0) }
    for range in reversed ? use.ranges.reversed() : use.ranges {
      let range = range.behind(start, after, reversed: reversed)
      var step = IterationStep.next
      // For a backward scan: the components of the previous entries, and the keys of their rows.
      var same: (parts: [UInt8], keys: [[UInt8]]) = ([], [])
      var key = KeyBuffer()
      try use.index.scan(range, reversed: reversed, in: access) { entry in
        key.removeAll()
        try entry.appendRowKey(to: &key, parts: parts)
        if !reversed {
          step = try found.add(key.bytes, body)
          return step
        }
        let partition = Partition.byteCount(in: entry.key)
        let own = entry.key.extracting(first: entry.key.count - key.count + partition)
        if own.byteOrder(same.parts.span) != 0 {
          for key in same.keys.reversed() where step != .stop {
            step = try found.add(key.span, body)
          }
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
      for key in same.keys.reversed() where step != .stop { step = try found.add(key.span, body) }
      if step == .stop { return .stop }
    }
    return .next
  }

  /// Calls `body` for each row with nil at the index's component, in key order.
  private func forEachNil(
    _ use: IndexUse, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    var isNil = try RowCondition(.isNil(.path(use.index.definition.parts[0].path)))
    try access.scan(range) { row in
      guard try isNil.isMet(by: row.content, key: row.keyBytes, in: access) else { return .next }
      return try body(row.keyBytes, row.content)
    }
  }
}

extension KeyRange {
  /// Returns the subrange in which the rows after a page position lie; the whole range without a
  /// position.
  fileprivate func behind(_ parts: [UInt8]?, _ row: PagePosition?, reversed: Bool) -> KeyRange {
    guard let parts, let row else { return self }
    // Every byte that can follow the components is less than 0xFE.
    return reversed ? before(parts + [0xFE]) : from(.excluded(parts + row.ownKey))
  }
}

extension [[UInt8]] {
  /// Removes keys that equal the previous key.
  fileprivate mutating func removeRepeated() {
    var kept: [[UInt8]] = []
    kept.reserveCapacity(count)
    for key in self where kept.last != key { kept.append(key) }
    self = kept
  }
}
