internal import LodeCoding
internal import LodeLMDB

/// A scan of a range whose rows helper threads decompress ahead of the calling thread.
///
/// The calling thread divides the range into parts. For each part after the first small parts, a
/// helper thread checks and decompresses the rows. The calling thread then reads the part with the
/// decompressed values.
struct ScanAhead {
  let access: CollectionAccess
  let info: CollectionRuntime
  let range: KeyRange
  let reversed: Bool
  /// The maximum number of rows of a part, from ``SharedAccess/rowsOfTask(in:)``.
  let rows: Int

  /// Calls `body` for each row of the range until `body` returns `.stop`.
  func run(_ body: (borrowing Row) throws -> IterationStep) throws {
    var last = IterationStep.next
    func pass(_ part: ScannedPart) throws -> IterationStep {
      var scan = try RowScan(
        access.reader, info, KeyBounds(part.range), reversed: reversed, as: .unmigrated,
        ahead: part.rows)
      try scan.run { row in
        last = try body(row)
        return last
      }
      return last
    }
    var shared: SharedAccess?
    var tasks = TasksAhead<ScannedPart>()
    try forEachPart { range, isFull in
      if isFull, shared == nil { shared = SharedAccess(access) }
      guard let shared else { return try pass(ScannedPart(range: range)) }
      let work = { @Sendable [reversed] in
        shared.withAccess {
          ScannedPart(range: range, rows: DecompressedRows(range, reversed: reversed, in: $0))
        }
      }
      return try tasks.add(work, pass)
    }
    if last == .next { try tasks.finish(pass) }
  }

  /// Calls `body` with consecutive ranges that together contain the keys of the range, and with
  /// whether the range has at least `rows` rows.
  ///
  /// The first ranges are small, because `body` may need few rows. A range has at most `rows` rows,
  /// or more if keys are long. The call reads no rows, only keys.
  private func forEachPart(_ body: (KeyRange, _ isFull: Bool) throws -> IterationStep) throws {
    let bounds = KeyBounds(range)
    let filter = ScanFilter(bounds: bounds, reversed: reversed)
    var scan = try TableScan(access.handle, info.table, info.name, bounds, reversed: reversed)
    var rest = range
    var (count, size) = (0, min(16, rows))
    while let entry = try scan.step() {
      if count < size {
        count += 1
        continue
      }
      if filter.isBeyond(entry.key), !filter.sharesHeadWithBound(entry.key) { break }
      // The table has long keys in the order of their hashes, so no range ends with a long key.
      if entry.key.count >= StoredKey.headByteCount { continue }
      let key = entry.key.copied()
      let part: KeyRange
      if reversed {
        part = KeyRange(lower: .excluded(key), upper: rest.upper)
        rest = KeyRange(lower: rest.lower, upper: .included(key))
      } else {
        part = KeyRange(lower: rest.lower, upper: .excluded(key))
        rest = KeyRange(lower: .included(key), upper: rest.upper)
      }
      if try body(part, size == rows) == .stop { return }
      (count, size) = (1, min(2 * size, rows))
    }
    _ = try body(rest, false)
  }
}

/// A part of a scan's range, and the values that a helper thread has decompressed.
struct ScannedPart: Sendable {
  let range: KeyRange
  var rows = DecompressedRows()
}

extension DecompressedRows {
  /// Checks and decompresses the compressed rows of a range.
  ///
  /// The result ends before the first damaged row.
  init(_ range: KeyRange, reversed: Bool, in access: CollectionAccess) {
    self.init()
    try? access.scan(range, reversed: reversed) { row in
      append(row.content)
      return .next
    }
  }
}
