internal import LodeCoding
internal import LodeLMDB

/// Samples from which Lode trains a dictionary of a collection.
struct DictionarySamples {
  private(set) var values: [[UInt8]] = []
  /// The number of rows of the collection.
  let rows: Int
  /// The number of the collection's current dictionary; 0 without a dictionary.
  let dictionary: UInt32

  /// The limits of sampling.
  ///
  /// Sampling chooses fewer than `2 * count` values, and ends when the values have at least `bytes`
  /// bytes.
  struct Limits {
    let count: Int
    let bytes: Int
  }

  /// Samples rows at equal distances in key order, because rows with adjacent keys are often
  /// similar.
  ///
  /// Sampling skips values that are too short for compression.
  ///
  /// - Parameter isWanted: Returns whether to continue. If `isWanted` returns `false`, the
  ///   initializer returns `nil`.
  /// - Complexity: O(n) for n rows.
  init?(
    of info: CollectionRuntime, in handle: TransactionHandle, _ limits: Limits,
    while isWanted: () -> Bool
  ) throws(StoreError) {
    rows = try info.rowCount(in: handle)
    dictionary = info.settings.dictionary
    var (index, bytes) = (0, 0)
    var chosen: [[UInt8]] = []
    // Sampling decodes no archives, so the reader needs no schemas.
    let reader = RowReader(handle, SchemaCatalog())
    var walk = try SampleScan(reader, info, step: max(1, rows / limits.count))
    try walk.run { value in
      index += 1
      if value.count < info.compression.threshold { return .next }
      chosen.append(value.copied())
      bytes += value.count
      return bytes < limits.bytes && (index % 64 != 0 || isWanted()) ? .next : .stop
    }
    values = chosen
    if !isWanted() { return nil }
  }
}

/// Passes the value of every `step`th row of a collection to a closure.
private struct SampleScan: ~Copyable {
  private var walk: TableScan
  private let reader: RowReader
  private let info: CollectionRuntime
  private let step: Int

  init(_ reader: RowReader, _ info: CollectionRuntime, step: Int) throws(StoreError) {
    walk = try TableScan(reader.handle, info.table, info.name, KeyBounds(.all), reversed: false)
    (self.reader, self.info, self.step) = (reader, info, step)
  }

  mutating func run(_ body: (Span<UInt8>) -> IterationStep) throws(StoreError) {
    var buffer = RowBuffer()
    var index = 0
    while let entry = try walk.step() {
      defer { index += 1 }
      // Sampling skips damaged rows, which reads report.
      guard index % step == 0, let record = RowRecord(entry.value) else { continue }
      do {
        let key = record.key(at: entry.key)
        try reader.check(record, at: key, of: info, &buffer)
        try reader.decompress(record, at: key, of: info, into: &buffer)
      } catch {
        continue
      }
      if body(buffer.value(of: record)) == .stop { return }
    }
  }
}
