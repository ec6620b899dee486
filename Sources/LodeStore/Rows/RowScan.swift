internal import LodeLMDB

/// A scan of the rows of a range, in either direction.
///
/// The table stores a key of over 510 bytes as a prefix and a hash. Rows whose long keys share the
/// prefix are therefore in hash order. The scan checks the bounds against whole keys.
struct RowScan: ~Copyable {
  private var walk: TableScan
  private let keys: ScanFilter
  private let reader: RowReader
  private let info: CollectionRuntime
  private let form: RowForm
  private let ahead: DecompressedRows
  /// Excludes rows before decompression; `nil` if the scan passes all rows.
  private var filter: FixedPartFilter?

  /// Creates a scan of the rows within `bounds`.
  ///
  /// - Parameter ahead: The values that a helper thread has checked and decompressed.
  init(
    _ reader: RowReader, _ info: CollectionRuntime, _ bounds: KeyBounds, reversed: Bool,
    as form: RowForm, ahead: DecompressedRows = DecompressedRows()
  ) throws(StoreError) {
    walk = try TableScan(reader.handle, info.table, info.name, bounds, reversed: reversed)
    keys = ScanFilter(bounds: bounds, reversed: reversed)
    self.reader = reader
    self.info = info
    self.form = form
    self.ahead = ahead
  }

  /// Lets the scan skip rows that do not match a condition, before the scan decompresses the rows.
  ///
  /// The call has no effect if the rows have a pending migration.
  mutating func skipRows(notMatching condition: Condition, in access: CollectionAccess) {
    if form == .unmigrated || form == .migrated && info.pending == nil {
      filter = FixedPartFilter(condition, in: access)
    }
  }

  /// Calls `body` for each row of the range until `body` returns `.stop`.
  mutating func run(_ body: (borrowing Row) throws -> IterationStep) throws {
    var buffer = RowBuffer(ahead: ahead)
    // The loop tests constants, which the optimizer keeps in registers.
    let hasFilter = filter != nil
    let form = form == .migrated && info.pending == nil ? .unmigrated : form
    while let entry = try walk.step() {
      var key = entry.key
      if TableKey.isShortened(key) {
        // A row with a damaged key may be at a wrong position in the order.
        guard let record = RowRecord(entry.value), let whole = record.longKeyBytes,
          TableKey.isForm(key, of: whole)
        else { throw info.damaged(at: key) }
        key = whole
      }
      if keys.isBehind(key) { continue }
      if keys.isBeyond(key) {
        if keys.sharesHeadWithBound(entry.key) { continue }
        return
      }
      guard let record = RowRecord(entry.value) else { throw info.damaged(at: key) }
      if let whole = record.longKeyBytes { key = whole }
      do {
        if form != .migrated, !record.header.isCompressed {
          // The record contains the value, and the filter passes the row.
          try info.check(record, at: key)
          if try body(Row(key: key, record, value: record.stored, in: info)) == .stop { return }
          continue
        }
        try reader.check(record, at: key, of: info, &buffer)
        if hasFilter, filter?.excludes(record, key: key) == true { continue }
        if try reader.decode(record, at: key, of: info, as: form, into: &buffer),
          try body(Row(key: key, record, value: buffer.value(of: record), in: info)) == .stop
        {
          return
        }
      } catch {
        throw info.naming(error, at: key)
      }
    }
  }
}
