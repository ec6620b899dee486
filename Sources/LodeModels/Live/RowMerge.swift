internal import LodeCoding
internal import LodeStore

/// The rows that a subscriber received last, in order; empty before the first update.
struct ReceivedRows<Row: Sendable>: Sendable {
  private let comparison = RowComparison()
  private var last: RowMerge<Row>.Rows?

  /// Takes the rows of a new read, and returns an update if the rows differ.
  ///
  /// The first update is initial. After a reopening, every row is new, and the update is a reset.
  ///
  /// - Parameters:
  ///   - transaction: The snapshot of the read.
  ///   - isReopened: Whether the store has reopened its files after a failed commit.
  ///   - read: Adds the rows to the merge, in order.
  mutating func update(
    in transaction: ReadTransaction, isReopened: Bool, _ read: (inout RowMerge<Row>) throws -> Void
  ) throws -> LiveUpdate<Row>? {
    var merge = RowMerge(isReopened ? nil : last, comparison)
    try read(&merge)
    let change: LiveChange? =
      if last == nil {
        .initial
      } else if isReopened {
        .reset(.recovered)
      } else {
        merge.changes.map(LiveChange.changes)
      }
    last = merge.new
    guard let change else { return nil }
    return LiveUpdate(rows: merge.new.rows, revision: try transaction.revision, change: change)
  }
}

/// Compares the rows of a new read with the rows that a subscriber received last.
///
/// Unchanged rows keep their decoded values.
struct RowMerge<Row: Sendable> {
  /// Rows in order, and the versions of the rows.
  struct Rows: Sendable {
    fileprivate(set) var rows: [Row] = []
    fileprivate(set) var versions: [RowVersion] = []
  }

  private let old: Rows
  private(set) var new = Rows()
  private let comparison: RowComparison
  private var origins: [RowOrigin] = []
  /// Whether each old row has a new row.
  private var isKept: [Bool]
  /// The index of the old row after the last kept row, where most next rows are.
  private var expected = 0
  /// The indices of the old rows, after the first row that is not the expected row.
  private var indices: [[UInt8]: Int]?
  /// The origin of the row that ``keep(_:_:)`` refused last.
  private var origin = RowOrigin(old: nil)

  init(_ old: Rows?, _ comparison: RowComparison) {
    self.old = old ?? Rows()
    self.comparison = comparison
    isKept = Array(repeating: false, count: self.old.rows.count)
  }

  /// Adds a row with its decoded value if the old rows have the same value, and otherwise returns
  /// `false`.
  mutating func keep(_ key: Span<UInt8>, _ row: borrowing RowValue) -> Bool {
    origin = RowOrigin(old: nil)
    guard let index = oldIndex(of: key) else { return false }
    let version = old.versions[index]
    guard comparison.isSame(row, as: version) else {
      origin = RowOrigin(old: index, isModified: true)
      return false
    }
    new.rows.append(old.rows[index])
    new.versions.append(version)
    origins.append(RowOrigin(old: index))
    return true
  }

  /// Changes the row that ``keep(_:_:)`` has added last.
  mutating func changeKept(_ change: (inout Row) -> Void) { change(&new.rows[new.rows.count - 1]) }

  /// Marks the row that ``keep(_:_:)`` has added last as modified.
  mutating func markKeptModified() { origins[origins.count - 1].isModified = true }

  /// Adds a decoded row that ``keep(_:_:)`` has refused.
  ///
  /// - Parameters:
  ///   - value: The decoded row.
  ///   - key: The stored key of the row.
  ///   - row: The content of the row.
  mutating func add(_ value: Row, _ key: Span<UInt8>, _ row: borrowing RowValue) {
    new.rows.append(value)
    new.versions.append(comparison.version(key.copied(), row))
    origins.append(origin)
  }

  /// The changes from the old rows to the new rows; `nil` without changes.
  var changes: RowChanges? {
    let isUnchanged =
      origins.count == old.rows.count
      && origins.enumerated().allSatisfy { $1.old == $0 && !$1.isModified }
    return isUnchanged ? nil : RowChanges(from: old.rows.count, to: origins)
  }

  /// Returns the index of the old row with a key, once for each key.
  private mutating func oldIndex(of key: Span<UInt8>) -> Int? {
    if old.versions.isEmpty { return nil }
    var found: Int?
    let next = expected < old.versions.count ? old.versions[expected].key : []
    if next.span.byteOrder(key) == 0 {
      found = expected
    } else {
      let indices = indices ?? Dictionary(zip(old.versions.map(\.key), 0...)) { first, _ in first }
      self.indices = indices
      found = indices[key.copied()]
    }
    guard let found, !isKept[found] else { return nil }
    isKept[found] = true
    expected = found + 1
    return found
  }
}
