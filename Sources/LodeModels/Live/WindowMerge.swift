internal import LodeCoding
internal import LodeStore

/// Computes the rows of a live query in a snapshot from the rows of an earlier snapshot, and the
/// changes between both.
///
/// Unchanged rows keep their decoded values.
struct WindowMerge<Source: LiveRowSource>: ~Copyable {
  private typealias Entry = LiveWindow<Source.Row>.Entry

  private let old: LiveWindow<Source.Row>
  private(set) var new: LiveWindow<Source.Row>
  private let source: Source
  private let selected: RowSelection
  private let comparison: RowComparison
  private var watched: WatchedFields?
  private var series = ArchiveSeries()
  /// The origin of each row of ``new`` in ``old``, without regard to the visible ranges.
  private var origins: [RowOrigin] = []

  /// Creates a merge.
  ///
  /// - Parameters:
  ///   - old: The rows of the earlier snapshot.
  ///   - source: Decodes rows.
  ///   - selected: The selection in the new snapshot.
  ///   - comparison: Compares rows with their earlier versions.
  ///   - watched: The fields whose changes count; `nil` for all fields.
  init(
    _ old: LiveWindow<Source.Row>, _ source: Source, _ selected: RowSelection,
    _ comparison: RowComparison, _ watched: consuming WatchedFields?
  ) {
    (self.old, new) = (old, old)
    (self.source, self.selected, self.comparison) = (source, selected, comparison)
    self.watched = watched
  }

  /// The changes of the visible rows; `nil` without changes.
  var changes: RowChanges? {
    let before = old.visible
    let visible = new.visible.map { index in
      guard let old = origins[index].old, before.contains(old) else { return RowOrigin(old: nil) }
      return RowOrigin(old: old - before.lowerBound, isModified: origins[index].isModified)
    }
    let isUnchanged =
      visible.count == before.count
      && visible.enumerated().allSatisfy { $1.old == $0 && !$1.isModified }
    return isUnchanged ? nil : RowChanges(from: before.count, to: visible)
  }

  /// Runs the query.
  ///
  /// - Parameter empty: A window without rows.
  mutating func run(into empty: LiveWindow<Source.Row>) throws {
    new = empty
    var indices: [[UInt8]: Int] = [:]
    for (index, row) in old.rows.enumerated() { indices[row.position.key] = index }
    try read(indices)
  }

  /// Appends the rows after the last row, up to the goal of the window.
  ///
  /// - Parameter indices: The indices of old rows that the rows can have, by key.
  private mutating func read(_ indices: [[UInt8]: Int]) throws {
    var rows = selected
    let limit = new.goal == .max ? .max : new.goal - new.rows.count
    let isKept = LiveWindow<Source.Row>.keeps(rows)
    if isKept {
      if rows.selection.offset > 0 { rows.selection.offset = 0 }
      if limit < .max { rows.selection.limit = limit }
      rows.after = new.end
    }
    let orders = isKept ? rows.selection.orders : []
    var paths = try RowCondition(.constant(true), others: orders.map(\.path))
    let count = new.rows.count
    try rows.scan { key, row in
      let values = try paths.values(orders.count, of: row, key: key, in: rows.access)
      let position = PagePosition(values: values, key: key.copied())
      let index = indices[position.key]
      let (entry, isModified) = try entry(position, row, index)
      new.append(entry)
      origins.append(RowOrigin(old: index, isModified: isModified))
      return .next
    }
    new.noteEnd(isComplete: new.rows.count - count < limit)
  }

  /// Returns the entry of a row, and whether the change of the row counts.
  ///
  /// - Parameter index: The index of the old row; `nil` without an old row.
  private mutating func entry(
    _ position: PagePosition, _ row: borrowing RowValue, _ index: Int?
  ) throws -> (entry: LiveWindow<Source.Row>.Entry, isModified: Bool) {
    if let index, comparison.isSame(row, as: old.rows[index].version) {
      var value = old.rows[index].value
      source.refresh(&value, from: row)
      let version = old.rows[index].version
      return (Entry(position: position, version: version, value: value), false)
    }
    let digest = try watched?.digest(position.key.span, row)
    let version = comparison.version(position.key, row, watched: digest)
    let value = try source.decode(position.key.span, row, of: selected, &series)
    var isModified = index != nil
    if let index, let digest, old.rows[index].version.watched == digest { isModified = false }
    return (Entry(position: position, version: version, value: value), isModified)
  }

  /// Applies the changes of rows, and returns whether the call read further rows.
  ///
  /// - Parameter keys: The keys of all changed rows, each once.
  mutating func update(_ keys: [RowKey]) throws -> Bool {
    let orders = selected.selection.orders
    var condition = try RowCondition(selected.selection.condition, others: orders.map(\.path))
    // The changed rows of the old window.
    var indices: [[UInt8]: Int] = [:]
    var inserted: [LiveWindow<Source.Row>.Entry] = []
    var modified: Set<[UInt8]> = []
    for key in keys {
      let index = old.index(ofKey: key.bytes)
      if let index { indices[key.bytes] = index }
      guard selected.range.contains(key.bytes.span) else { continue }
      try Self.withMatch(key, in: selected, &condition) { position, row in
        let isInPlace = index.map { old.rows[$0].position == position } ?? false
        if !isInPlace, !old.admits(position) { return }
        let (entry, isModified) = try entry(position, row, index)
        inserted.append(entry)
        if isModified { modified.insert(key.bytes) }
      }
    }
    let removed = indices.values.sorted()
    let places = new.replace(removed, with: inserted)
    setOrigins(removed, places) { key in
      RowOrigin(old: indices[key], isModified: modified.contains(key))
    }
    let needsRows = new.needsRows
    if needsRows { try read(indices) }
    new.trim()
    return needsRows
  }

  /// Passes the position and the content of the row at a key to `body` if the row exists and
  /// matches the condition.
  private static func withMatch(
    _ key: RowKey, in selected: RowSelection, _ condition: inout RowCondition,
    _ body: (PagePosition, borrowing RowValue) throws -> Void
  ) throws {
    let access = selected.access
    guard access.keyFormat == key.format else { return }
    let bytes = key.bytes.span
    let count = selected.selection.orders.count
    _ = try access.withRow(bytes, key.format) { row in
      guard try condition.isMet(by: row, key: bytes, in: access) else { return }
      let values = try condition.values(count, of: row, key: bytes, in: access)
      try body(PagePosition(values: values, key: key.bytes), row)
    }
  }

  /// Sets the origins of the rows after a replacement.
  ///
  /// - Parameters:
  ///   - removed: The ascending indices of the removed old rows.
  ///   - inserted: The ascending indices of the inserted new rows.
  ///   - origin: Returns the origin of an inserted row with a key.
  private mutating func setOrigins(
    _ removed: [Int], _ inserted: [Int], _ origin: ([UInt8]) -> RowOrigin
  ) {
    var (nextRemoved, nextInserted, index) = (0, 0, 0)
    origins.reserveCapacity(new.rows.count)
    for place in new.rows.indices {
      if nextInserted < inserted.count, inserted[nextInserted] == place {
        nextInserted += 1
        origins.append(origin(new.rows[place].position.key))
        continue
      }
      while nextRemoved < removed.count, removed[nextRemoved] == index {
        nextRemoved += 1
        index += 1
      }
      origins.append(RowOrigin(old: index))
      index += 1
    }
  }
}
