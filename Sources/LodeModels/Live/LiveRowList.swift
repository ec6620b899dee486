internal import LodeCoding
internal import LodeStore

/// Where the rows of a live query come from.
protocol LiveRowSource<Row>: Sendable {
  associatedtype Row: Sendable

  /// Selects the rows in a snapshot.
  mutating func selection(in transaction: ReadTransaction) throws -> RowSelection

  /// Decodes a row of the selection.
  func decode(
    _ key: Span<UInt8>, _ row: borrowing RowValue, of rows: RowSelection,
    _ series: inout ArchiveSeries
  ) throws -> Row

  /// Takes the properties of a row that are no values, such as timestamps, for a row with the same
  /// values.
  func refresh(_ value: inout Row, from row: borrowing RowValue)
}

/// The models of a query.
struct ModelSource<M: Model & Sendable>: LiveRowSource {
  let query: Query<M>
  let partition: String?

  func selection(in transaction: ReadTransaction) throws -> RowSelection {
    try transaction.partition(partition).rows(of: query)
  }

  func decode(
    _ key: Span<UInt8>, _ row: borrowing RowValue, of rows: RowSelection,
    _ series: inout ArchiveSeries
  ) throws -> M {
    try rows.access.unarchive(row.bytes, row.type, as: M.self, &series)
  }

  func refresh(_ value: inout M, from row: borrowing RowValue) {}
}

/// The watched rows of a query.
///
/// The first read runs the query. If the keys of later changes are known, a later read looks only at
/// the changed rows, and reads further rows only if too many rows have left the query's window.
struct LiveRowList<Source: LiveRowSource>: LiveContent {
  /// What the subscriber received last.
  private struct Received {
    var window: LiveWindow<Source.Row>
    /// The commit of the snapshot.
    var commit: UInt64
  }

  private var source: Source
  /// The fields whose changes count; `nil` for all fields.
  private let fields: [ArchivePath]?
  private let slack: Int?
  private let comparison = RowComparison()
  private var last: Received?
  /// The numbers of runs of the whole query, and of reads of further rows.
  private(set) var readCounts = (queries: 0, refills: 0)

  /// Watches the rows of a source.
  ///
  /// - Parameters:
  ///   - source: The source of the rows.
  ///   - fields: The fields whose changes count; `nil` for all fields.
  ///   - slack: The number of rows to keep after the window of the query; `nil` for a suitable
  ///     number.
  init(_ source: Source, fields: [ArchivePath]?, slack: Int? = nil) {
    (self.source, self.fields, self.slack) = (source, fields, slack)
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> LiveUpdate<Source.Row>? {
    let commit = transaction.commitNumber
    // After a reopening, every row is decoded again.
    let old = isReopened ? nil : last
    let keys = old.flatMap { watch.changedKeys(after: $0.commit, through: commit) }
    if keys?.isEmpty == true {
      last?.commit = commit
      return nil
    }
    let rows = try source.selection(in: transaction)
    let watched = try fields.map { try WatchedFields($0, of: rows) }
    let empty = LiveWindow<Source.Row>(rows, slack: slack)
    var merge = WindowMerge(old?.window ?? empty, source, rows, comparison, watched)
    if LiveWindow<Source.Row>.keeps(rows), let old, let keys,
      keys.count <= max(1_000, old.window.rows.count / 4)
    {
      if try merge.update(keys) { readCounts.refills += 1 }
    } else {
      try merge.run(into: empty)
      readCounts.queries += 1
    }
    let new = merge.new
    let change: LiveChange? =
      if last == nil {
        .initial
      } else if isReopened {
        .reset(.recovered)
      } else {
        merge.changes.map(LiveChange.changes)
      }
    last = Received(window: new, commit: commit)
    guard let change else { return nil }
    return LiveUpdate(
      rows: new.rows[new.visible].map(\.value), revision: try transaction.revision,
      change: change)
  }
}
