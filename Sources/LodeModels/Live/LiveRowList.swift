internal import LodeCoding
internal import LodeStore

/// The watched rows of a query.
struct LiveRowList<M: Model & Sendable>: LiveContent {
  private let query: Query<M>
  private let partition: String?
  private let comparison = RowComparison()
  private var last: ReceivedRows<M>?

  init(_ query: Query<M>, in partition: String?) {
    (self.query, self.partition) = (query, partition)
  }

  mutating func next(in transaction: ReadTransaction, isReopened: Bool) throws -> LiveUpdate<M>? {
    let rows = try transaction.partition(partition).rows(of: query)
    // After a reopening, every row is decoded again.
    var merge = RowMerge(isReopened ? nil : last, comparison)
    var series = ArchiveSeries()
    try rows.scan { key, row in
      if merge.keep(key, row) { return .next }
      merge.add(try rows.access.unarchive(row.bytes, row.type, as: M.self, &series), key, row)
      return .next
    }
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

/// The rows that a subscriber received last, in order.
struct ReceivedRows<M: Model & Sendable>: Sendable {
  fileprivate(set) var rows: [M] = []
  /// The versions of the rows.
  fileprivate(set) var versions: [RowVersion] = []
}

/// Compares the rows of a new read with the rows that a subscriber received last.
///
/// Unchanged rows keep their decoded values.
struct RowMerge<M: Model & Sendable> {
  private let old: ReceivedRows<M>
  private(set) var new: ReceivedRows<M>
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

  init(_ old: ReceivedRows<M>?, _ comparison: RowComparison) {
    self.old = old ?? ReceivedRows()
    self.comparison = comparison
    new = ReceivedRows()
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

  /// Adds a decoded row that ``keep(_:_:)`` has refused.
  mutating func add(_ model: M, _ key: Span<UInt8>, _ row: borrowing RowValue) {
    new.rows.append(model)
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
