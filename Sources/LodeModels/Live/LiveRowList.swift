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
struct LiveRowList<Source: LiveRowSource>: LiveContent {
  private var source: Source
  /// The fields whose changes count; `nil` for all fields.
  private let fields: [ArchivePath]?
  private var received = ReceivedRows<Source.Row>()

  /// Watches the rows of a source.
  ///
  /// - Parameters:
  ///   - source: The source of the rows.
  ///   - fields: The fields whose changes count; `nil` for all fields.
  init(_ source: Source, fields: [ArchivePath]?) {
    self.source = source
    self.fields = fields
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool
  ) throws -> LiveUpdate<Source.Row>? {
    let rows = try source.selection(in: transaction)
    var watched = try fields.map { try WatchedFields($0, of: rows) }
    return try received.update(in: transaction, isReopened: isReopened) { merge in
      var series = ArchiveSeries()
      try rows.scan { key, row in
        if merge.keep(key, row) {
          merge.changeKept { source.refresh(&$0, from: row) }
          return .next
        }
        let digest = try watched?.digest(key, row)
        merge.add(try source.decode(key, row, of: rows, &series), key, row, watched: digest)
        return .next
      }
    }
  }
}
