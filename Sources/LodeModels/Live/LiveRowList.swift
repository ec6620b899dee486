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

/// The options of a live query.
struct LiveOptions: Sendable {
  /// The fields whose changes count; `nil` for all fields.
  var fields: [ArchivePath]?
  /// The user info of the writes that the subscriber does not hear of.
  var excluded: String?
  /// The number of rows to keep after the window of the query; `nil` for a suitable number.
  var slack: Int?
}

/// The watched rows of a query.
///
/// The first read runs the query. If the keys of later changes are known, a later read looks only
/// at the changed rows, and reads further rows only if too many rows have left the query's window.
struct LiveRowList<Source: LiveRowSource>: LiveContent {
  /// What the subscriber received last.
  private struct Received {
    var window: LiveWindow<Source.Row>
    let selection: Selection
    var version: SnapshotVersion
  }

  private var source: Source
  private let options: LiveOptions
  private let comparison = RowComparison()
  private var last: Received?
  /// The numbers of runs of the whole query, and of reads of further rows.
  private(set) var readCounts = (queries: 0, refills: 0)

  /// Watches the rows of a source.
  init(_ source: Source, _ options: LiveOptions = LiveOptions()) {
    (self.source, self.options) = (source, options)
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> LiveUpdate<Source.Row>? {
    let version = try transaction.version()
    // After a reopening, every row is decoded again.
    let old = isReopened ? nil : last
    let keys = old.flatMap { transaction.changedKeys(watch, since: $0.version) }
    if keys?.isEmpty == true {
      last?.version = version
      return nil
    }
    let rows = try source.selection(in: transaction)
    var merge = try merge(old?.window, rows)
    let isUpdated = if let old, let keys { try update(&merge, keys, old, rows) } else { false }
    if !isUpdated {
      merge = try self.merge(old?.window, rows)
      try merge.run(into: LiveWindow(rows, slack: options.slack))
      readCounts.queries += 1
    }
    let new = merge.new
    let change: LiveChange? =
      if last == nil {
        .initial
      } else if isReopened {
        .reset(.recovered)
      } else {
        merge.changes.flatMap { told($0, in: transaction, old?.version, watch) }
      }
    last = Received(window: new, selection: rows.selection, version: version)
    guard let change else { return nil }
    return LiveUpdate(
      rows: new.visibleValues, revision: version.revision, change: change)
  }

  private func merge(
    _ old: LiveWindow<Source.Row>?, _ rows: RowSelection
  ) throws -> WindowMerge<Source> {
    let watched = try options.fields.map { try WatchedFields($0, of: rows) }
    let old = old ?? LiveWindow(rows, slack: options.slack)
    return WindowMerge(old, source, rows, comparison, watched)
  }

  /// Applies the changed rows to the rows of the last read, and returns whether the rows are
  /// complete.
  ///
  /// The query can succeed with rows for which its condition cannot be evaluated, because an index
  /// excludes the rows. So an error here means that the query must run again.
  private mutating func update(
    _ merge: inout WindowMerge<Source>, _ keys: [RowKey], _ old: Received, _ rows: RowSelection
  ) throws -> Bool {
    guard LiveWindow<Source.Row>.keeps(rows), rows.selection == old.selection,
      keys.count <= max(1_000, old.window.rows.count / 4)
    else { return false }
    do {
      if try merge.update(keys) { readCounts.refills += 1 }
      return true
    } catch {
      return false
    }
  }

  /// Returns what the subscriber learns of changes; `nil` if only excluded writes made the changes.
  private func told(
    _ changes: RowChanges, in transaction: ReadTransaction, _ old: SnapshotVersion?,
    _ watch: CollectionWatch
  ) -> LiveChange? {
    guard let excluded = options.excluded, let old else { return .changes(changes) }
    guard let infos = transaction.userInfos(watch, since: old) else { return .reset(.excluded) }
    if !infos.contains(excluded) { return .changes(changes) }
    return infos.count == 1 ? nil : .reset(.excluded)
  }
}
