internal import LodeCoding
internal import LodeStore

/// A reader that takes the values of rows from index entries.
///
/// If an entry does not restore a value exactly, the reader reads the row. For example, an entry
/// does not record whether the number 1 is an integer or a `Double`.
struct CoveredRows {
  private let rows: RowSelection
  private let paths: [ArchivePath]
  private let use: IndexUse
  private let isReversed: Bool
  /// Whether the entries come in the query's order.
  private let isInOrder: Bool
  private let entries: EntryValues
  /// The condition evaluated on entries; `TRUE` if every found entry matches.
  private let condition: Condition

  /// Creates a reader for a plan.
  ///
  /// - Returns: `nil` if the plan is not one index, entries lack a value, the condition needs rows,
  ///   or the rows begin after a page token.
  init?(_ rows: RowSelection, _ plan: QueryPlan, _ paths: [ArchivePath]) {
    switch plan {
    case .index(let use): (self.use, isReversed) = (use, false)
    case .ordered(let use, let reversed): (self.use, isReversed) = (use, reversed)
    default: return nil
    }
    isInOrder = plan.isOrdered || rows.selection.orders.isEmpty && use.isInKeyOrder
    condition =
      use.isWhole(rows.selection.condition) ? .constant(true) : rows.selection.condition
    if rows.after != nil || condition.needsRows { return nil }
    let orders = isInOrder ? [] : rows.selection.orders.map(\.path)
    guard
      let entries = EntryValues(
        use.index, exact: paths, compared: condition.paths.union(orders))
    else { return nil }
    self.rows = rows
    self.paths = paths
    self.entries = entries
  }

  /// Calls `body` with the values of each row, in the order of the query, until `body` returns
  /// `.stop`.
  ///
  /// - Returns: The number of rows that were read.
  func forEach(_ body: ([ArchiveValue]) throws -> IterationStep) throws -> Int {
    var window = RowWindow(rows.selection)
    if window.isFull { return 0 }
    var finder = try CoveredFinder(rows, paths, entries, condition)
    if isInOrder, !isReversed {
      try forEachEntry { entry, key in
        guard let row = try finder.row(entry, key, orders: []), window.takesNext() else {
          return .next
        }
        return try body(row.values) == .stop || window.isFull ? .stop : .next
      }
      return finder.rowsRead
    }
    var found: [CoveredRow] = []
    let orders = isInOrder ? [] : rows.selection.orders
    // Rows with equal values come in key order even if the index is read backwards. The rows of
    // equal entries are therefore collected and reversed. `parts` has the components of these
    // entries.
    var parts: [UInt8] = []
    func flush() throws -> IterationStep {
      defer { found.removeAll(keepingCapacity: true) }
      for row in found.reversed() {
        guard window.takesNext() else { continue }
        if try body(row.values) == .stop || window.isFull { return .stop }
      }
      return .next
    }
    var step = IterationStep.next
    try forEachEntry { entry, key in
      if isInOrder {
        let own = entry.key.extracting(first: entry.key.count - ownCount(key))
        if own.byteOrder(parts.span) != 0 {
          step = try flush()
          parts = own.copied()
          if step == .stop { return .stop }
        }
      }
      if let row = try finder.row(entry, key, orders: orders) { found.append(row) }
      return .next
    }
    if isInOrder {
      if step != .stop { _ = try flush() }
      return finder.rowsRead
    }
    found.sort { $0.position.precedes($1.position, orders) }
    for row in found where window.takesNext() {
      if try body(row.values) == .stop || window.isFull { break }
    }
    return finder.rowsRead
  }

  /// Returns the number of bytes of a key without the partition.
  private func ownCount(_ key: Span<UInt8>) -> Int { key.count - Partition.byteCount(in: key) }

  /// Calls `body` with each entry and the key of its row.
  private func forEachEntry(
    _ body: (borrowing IndexEntryView, Span<UInt8>) throws -> IterationStep
  ) throws {
    let parts = use.index.definition.parts.count
    var step = IterationStep.next
    var key = KeyBuffer()
    for range in isReversed ? use.ranges.reversed() : use.ranges where step != .stop {
      try use.index.scan(range, reversed: isReversed, in: rows.access) { entry in
        key.removeAll()
        try entry.appendRowKey(to: &key, parts: parts)
        step = try body(entry, key.bytes)
        return step
      }
    }
  }
}

/// The values of a row that the query needs.
private struct CoveredRow {
  /// The values of the query's orders, and the key.
  let position: PagePosition
  let values: [ArchiveValue]
}

/// Evaluates the condition on entries, and reads the row if an entry lacks a value.
private struct CoveredFinder: ~Copyable {
  private let rows: RowSelection
  private let pathCount: Int
  private let entries: EntryValues
  private let condition: Condition
  private var reader: RowCondition
  private(set) var rowsRead = 0

  init(
    _ rows: RowSelection, _ paths: [ArchivePath], _ entries: EntryValues, _ condition: Condition
  ) throws {
    self.rows = rows
    pathCount = paths.count
    self.entries = entries
    self.condition = condition
    reader = try RowCondition(condition, others: paths + rows.selection.orders.map(\.path))
  }

  /// Returns the row of an entry, or `nil` if the row does not match.
  mutating func row(
    _ entry: borrowing IndexEntryView, _ key: Span<UInt8>, orders: [PathOrder]
  ) throws -> CoveredRow? {
    let values = try entries.read(entry)
    guard entries.tellsCompared(values) else { return try row(key, orders) }
    if case .constant(true) = condition {
    } else if try condition.evaluate({ entries.compared($0, values) }) != true {
      return nil
    }
    guard let exact = entries.exact(values) else { return try row(key, orders) }
    let keys = orders.map { entries.compared($0.path, values) ?? .null }
    return CoveredRow(position: PagePosition(values: keys, key: key.copied()), values: exact)
  }

  /// Reads the values from the row; returns `nil` if the row does not match.
  private mutating func row(_ key: Span<UInt8>, _ orders: [PathOrder]) throws -> CoveredRow? {
    let access = rows.access
    let copy = key.copied()
    var found: CoveredRow?
    rowsRead += 1
    try access.withFoundRow(key) { row in
      guard try reader.isMet(by: row, key: copy.span, in: access) else { return }
      let all = try reader.values(
        pathCount + orders.count, of: row, key: copy.span, in: access)
      found = CoveredRow(
        position: PagePosition(values: Array(all.dropFirst(pathCount)), key: copy),
        values: Array(all.prefix(pathCount)))
    }
    return found
  }
}
