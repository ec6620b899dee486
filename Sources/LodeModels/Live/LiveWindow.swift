internal import LodeCoding
internal import LodeStore

/// The rows of a live query that a subscriber keeps between two updates: the rows up to the end of
/// the query's window, and some rows after the end.
///
/// The rows after the window's end replace rows that leave the window, so few deletions need a read
/// of further rows.
///
/// Invariant: the rows are the first matching rows of a snapshot, in the order of the query. If
/// ``isComplete``, the snapshot has no further matching rows.
///
/// Source: Yi, Yu, Yang, Xia, Chen, "Efficient maintenance of materialized top-k views", ICDE 2003.
struct LiveWindow<Row: Sendable>: Sendable {
  /// A matching row with its decoded value.
  ///
  /// The entry is an object, so a copy of the rows copies references and no values.
  final class Entry: Sendable {
    let position: PagePosition
    let version: RowVersion
    let value: Row

    init(position: PagePosition, version: RowVersion, value: Row) {
      (self.position, self.version, self.value) = (position, version, value)
    }
  }

  /// The maximum offset of a query whose rows are kept.
  static var mostOffset: Int { 1_000 }

  /// Returns whether a subscriber can keep the rows of a selection between two updates.
  ///
  /// The rows of a search change with every commit, because the scores change.
  static func keeps(_ rows: RowSelection) -> Bool {
    rows.terms == nil && rows.selection.offset <= mostOffset
  }

  private(set) var rows: [Entry] = []
  /// The values of the orders, by the stored key of each row; empty without orders.
  private var values: [[UInt8]: [ArchiveValue]] = [:]
  private(set) var isComplete = true
  private let orders: [PathOrder]
  private let window: Range<Int>
  /// The number of rows to keep after the window's end, after rows were read.
  private let slack: Int

  /// Creates a window without rows.
  ///
  /// If the subscriber cannot keep the rows between two updates, all rows that the query finds are
  /// visible.
  ///
  /// - Parameters:
  ///   - rows: The selection of the query, with stored names.
  ///   - slack: The number of rows to keep after the window's end; `nil` for a suitable number.
  init(_ rows: RowSelection, slack: Int?) {
    let selection = Self.keeps(rows) ? rows.selection : Selection()
    orders = selection.orders
    window = selection.offset..<max(selection.end, selection.offset)
    self.slack = slack ?? min(max(window.upperBound / 2, 16), 512)
  }

  /// The range of the visible rows.
  var visible: Range<Int> { window.clamped(to: 0..<rows.count) }

  /// The values of the visible rows.
  var visibleValues: [Row] {
    var values: [Row] = []
    values.reserveCapacity(visible.count)
    for index in visible { values.append(rows[index].value) }
    return values
  }

  /// The number of rows after a read of rows.
  var goal: Int {
    let (goal, isTooLarge) = window.upperBound.addingReportingOverflow(slack)
    return isTooLarge ? .max : goal
  }

  /// Whether the window lacks rows that the snapshot may have.
  var needsRows: Bool { !isComplete && rows.count < window.upperBound }

  /// The position after which further rows are.
  var end: PagePosition? { rows.last?.position }

  /// Appends a row that was read after the last row.
  mutating func append(_ row: Entry) {
    if !orders.isEmpty { values[row.position.key] = row.position.values }
    rows.append(row)
  }

  /// Records whether the snapshot has no matching rows after the last row.
  mutating func noteEnd(isComplete: Bool) { self.isComplete = isComplete }

  /// Returns whether a new row at a position belongs to the kept rows.
  func admits(_ position: PagePosition) -> Bool {
    isComplete || rows.last.map { position.precedes($0.position, orders) } ?? false
  }

  /// Returns the index of the row with a key, or `nil` if the row is not kept.
  func index(ofKey key: [UInt8]) -> Int? {
    if rows.isEmpty { return nil }
    let known = orders.isEmpty ? [] : values[key]
    guard let known else { return nil }
    let index = lowerBound(PagePosition(values: known, key: key))
    return index < rows.count && rows[index].position.key == key ? index : nil
  }

  /// Returns the index of the first row that does not precede a position.
  private func lowerBound(_ position: PagePosition) -> Int {
    var (lower, upper) = (0, rows.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if rows[middle].position.precedes(position, orders) {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return lower
  }

  /// Removes the rows at ascending indices, and then inserts rows.
  ///
  /// - Returns: The ascending indices of the inserted rows.
  mutating func replace(_ removed: [Int], with inserted: [Entry]) -> [Int] {
    for index in removed where !orders.isEmpty { values[rows[index].position.key] = nil }
    rows.removeElements(at: removed)
    let inserted = inserted.sorted { $0.position.precedes($1.position, orders) }
    for row in inserted where !orders.isEmpty { values[row.position.key] = row.position.values }
    return insert(inserted)
  }

  private mutating func insert(_ inserted: [Entry]) -> [Int] {
    if inserted.count <= 8 {
      return inserted.map { row in
        let index = lowerBound(row.position)
        rows.insert(row, at: index)
        return index
      }
    }
    var merged: [Entry] = []
    merged.reserveCapacity(rows.count + inserted.count)
    var indices: [Int] = []
    var next = 0
    for row in inserted {
      let end = lowerBound(row.position)
      merged += rows[next..<end]
      next = end
      indices.append(merged.count)
      merged.append(row)
    }
    merged += rows[next...]
    rows = merged
    return indices
  }

  /// Drops the last rows if the window has many more rows than its goal.
  mutating func trim() {
    let (most, isTooLarge) = goal.addingReportingOverflow(slack)
    if isTooLarge || rows.count <= most { return }
    for row in rows[goal...] where !orders.isEmpty { values[row.position.key] = nil }
    rows.removeLast(rows.count - goal)
    isComplete = false
  }
}

extension Array {
  /// Removes the elements at ascending indices.
  fileprivate mutating func removeElements(at indices: [Int]) {
    guard let first = indices.first else { return }
    if indices.count == 1 {
      remove(at: first)
      return
    }
    var (target, next) = (first, 0)
    for index in first..<count {
      if next < indices.count, indices[next] == index {
        next += 1
      } else {
        swapAt(target, index)
        target += 1
      }
    }
    removeLast(indices.count)
  }
}
