internal import LodeCoding
internal import LodeLMDB

/// A dictionary of a collection.
public struct TrainedDictionary: Sendable, Hashable {
  /// Its number, by which rows name it.
  public let number: UInt32
  /// Its size, in bytes.
  public let size: Int
  /// How many rows it was trained from.
  public let samples: Int
}

/// Trains a dictionary from the rows of a collection: reads samples in a snapshot, trains without any lock, and keeps the
/// result in one small write.
struct DictionaryTraining {
  let core: StoreCore
  let queue: WriteQueue
  /// The number of the collection's table, which stays when it is renamed.
  let table: UInt32

  /// The most values, and the most of their bytes, from which one is trained.
  static let mostSamples = 10_000
  static let mostSampleBytes = 2 << 20
  static let capacity = 16_384

  /// Trains and keeps a dictionary; `nil` when none would help, which is kept in mind too.
  ///
  /// - Parameter isWanted: whether it still makes sense, asked at times; the result is `nil` when it does not.
  func run(while isWanted: () -> Bool) throws -> TrainedDictionary? {
    guard let samples = try collect(while: isWanted) else { return nil }
    // The number is given when the dictionary is kept: another process may train one as well.
    let trained = CompressionDictionary.train(
      from: samples.values, id: 0, capacity: Self.capacity)
    guard isWanted() else { return nil }
    return try keep(trained?.bytes, of: samples)
  }

  /// Values of a snapshot.
  private struct Samples {
    var values: [[UInt8]] = []
    var rows = 0
    /// The dictionary that the collection had.
    var dictionary: UInt32 = 0
  }

  private func collect(while isWanted: () -> Bool) throws -> Samples? {
    let (handle, snapshot) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    guard let info = snapshot.catalog.collection(ofTable: table) else { return nil }
    var samples = Samples(dictionary: info.settings.dictionary)
    samples.rows = try handle.count(info.table.place)
    // Evenly over the collection: rows with keys close to each other are more alike than most.
    let step = max(1, samples.rows / Self.mostSamples)
    let mostBytes = Self.mostSampleBytes
    var (index, bytes) = (0, 0)
    var walk = try SampleWalk(handle, info, step: step)
    try walk.run { value in
      index += 1
      if value.count < info.compression.threshold { return .next }
      samples.values.append(value.copied())
      bytes += value.count
      return bytes < mostBytes && (index % 64 != 0 || isWanted()) ? .next : .stop
    }
    return isWanted() ? samples : nil
  }

  /// Writes the dictionary, or that there is none to be had from so many rows.
  private func keep(_ bytes: [UInt8]?, of samples: Samples) throws -> TrainedDictionary? {
    let box = ResultBox<TrainedDictionary?>()
    let ticket = WriteTicket()
    let table = table
    let request = WriteRequest(
      durability: .durable,
      body: { transaction in
        box.value = try transaction.context.keepDictionary(
          bytes, table: table, replacing: samples.dictionary, rows: samples.rows,
          samples: samples.values.count)
      },
      finish: { ticket.finish($0) })
    _ = try queue.submit(request, mayRunHere: true)
    try ticket.wait()
    return box.value ?? nil
  }
}

/// Lends evenly chosen values of a collection.
private struct SampleWalk: ~Copyable {
  private var walk: TableWalk
  private let step: Int
  private var lender: SampleLender

  init(_ handle: TransactionHandle, _ info: CollectionInfo, step: Int) throws(StoreError) {
    walk = try TableWalk(handle, info, KeyBounds(.all), reversed: false)
    self.step = step
    lender = SampleLender(handle: handle, info: info)
  }

  mutating func run(_ body: (Span<UInt8>) -> IterationStep) throws(StoreError) {
    var index = 0
    while let entry = try walk.step() {
      defer { index += 1 }
      if index % step == 0, try lender.lend(entry, body) == .stop { return }
    }
  }
}

private struct SampleLender: ~Copyable {
  let handle: TransactionHandle
  let info: CollectionInfo
  var buffer = DecompressionBuffer()

  mutating func lend(
    _ entry: borrowing Entry, _ body: (Span<UInt8>) -> IterationStep
  ) throws(StoreError) -> IterationStep {
    // Damage is for readers to report; here it is a row less.
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

extension WriteContext {
  /// Keeps a dictionary as that of a collection's new rows; or, without bytes, how many rows gave none.
  ///
  /// What users see of the store does not change, and so neither does its revision. Nothing is kept when the
  /// collection is gone or has another dictionary than the one to be replaced.
  func keepDictionary(
    _ bytes: [UInt8]?, table id: UInt32, replacing old: UInt32, rows: Int, samples: Int
  ) throws(StoreError) -> TrainedDictionary? {
    changesContent = false
    guard let info = catalog.collection(ofTable: id), info.settings.dictionary == old else {
      return nil
    }
    var settings = info.settings
    settings.triedAtRows = UInt64(rows)
    var trained: TrainedDictionary?
    if let bytes {
      let number = catalog.nextDictionary
      let catalogTable = CatalogTable(transaction: handle, table: store.catalogTable)
      try batch.errors(collection: info.name) { () throws(LMDBError) in
        try catalogTable.putDictionary(bytes, number, of: id)
      }
      catalog.nextDictionary += 1
      settings.dictionary = number
      settings.dictionarySize = UInt32(clamping: bytes.count)
      trained = TrainedDictionary(number: number, size: bytes.count, samples: samples)
    }
    forgetState(of: info.name)
    update(info.with(settings: settings))
    return trained
  }
}

extension Catalog {
  /// The collection of a table.
  func collection(ofTable id: UInt32) -> CollectionInfo? {
    collections.values.first { $0.id == id }
  }
}
