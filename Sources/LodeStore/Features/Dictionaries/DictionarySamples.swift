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
    var walk = try SampleScan(handle, info, step: max(1, rows / limits.count))
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
  private let step: Int
  private var decoder: SampleDecoder

  init(_ handle: TransactionHandle, _ info: CollectionRuntime, step: Int) throws(StoreError) {
    walk = try TableScan(handle, info.table, info.name, KeyBounds(.all), reversed: false)
    self.step = step
    decoder = SampleDecoder(handle: handle, info: info)
  }

  mutating func run(_ body: (Span<UInt8>) -> IterationStep) throws(StoreError) {
    var index = 0
    while let entry = try walk.step() {
      defer { index += 1 }
      if index % step == 0, try decoder.pass(entry, body) == .stop { return }
    }
  }
}

/// Decompresses sampled values, and passes each value to a closure.
private struct SampleDecoder: ~Copyable {
  let handle: TransactionHandle
  let info: CollectionRuntime
  var buffer = DecompressionBuffer()

  mutating func pass(
    _ entry: borrowing Entry, _ body: (Span<UInt8>) -> IterationStep
  ) throws(StoreError) -> IterationStep {
    // Sampling skips damaged rows, which reads report.
    guard let record = RowRecord(entry.value) else { return .next }
    var key = entry.key
    if let whole = record.longKeyBytes { key = whole }
    guard record.hasSoundValue(key: key, table: info.id) else { return .next }
    guard record.header.isCompressed else { return body(record.stored) }
    do {
      try info.decompress(record.stored, at: key, in: handle, into: &buffer)
    } catch {
      return .next
    }
    return body(buffer.bytes)
  }
}
