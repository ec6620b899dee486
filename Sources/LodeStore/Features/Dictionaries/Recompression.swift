internal import LodeCoding
internal import LodeLMDB

/// The progress of ``Store/recompress(_:progress:)``.
public struct RecompressProgress: Sendable, Hashable {
  /// The name of the collection that the call rewrites now.
  public internal(set) var collection = ""
  /// The number of rows that the call has read so far.
  public internal(set) var rows = 0
  /// The number of rows in all chosen collections when the call began.
  public internal(set) var totalRows = 0
  /// The number of rewritten rows; the other rows needed no change.
  public internal(set) var rewritten = 0
  /// The number of bytes by which the rewritten rows became shorter; negative if the rows became
  /// longer.
  public internal(set) var savedBytes = 0
}

/// Rewrites rows with the current compression of their collection, in batches between other writes.
struct Recompression {
  let queue: WriteQueue

  /// Rewrites the rows of a collection, or of all collections.
  ///
  /// - Parameter progress: Called after each batch.
  func run(
    of collection: String?, progress: (RecompressProgress) throws -> Void
  ) throws -> RecompressProgress {
    var done = RecompressProgress()
    let infos = try queue.store.read { (handle, snapshot) in
      let chosen = snapshot.catalog.collections(named: collection)
      for info in chosen { done.totalRows += try info.rowCount(in: handle) }
      return chosen
    }
    for info in infos {
      done.collection = info.name
      var place: [UInt8]? = []
      while let start = place {
        place = try rewrite(info.id, from: start, &done)
        try progress(done)
      }
    }
    return done
  }

  /// Rewrites the next batch of rows, and returns the table key (``TableKey``) at which the
  /// following batch starts.
  ///
  /// Returns `nil` at the end of the collection.
  private func rewrite(
    _ table: UInt32, from start: [UInt8], _ done: inout RecompressProgress
  ) throws -> [UInt8]? {
    let part = try queue.store.read { (handle, snapshot) in
      guard let info = snapshot.catalog.collection(ofTable: table) else { return RecompressPart() }
      return try RecompressPart(handle, info, snapshot.catalog.schemas, from: start)
    }
    done.rows += part.rows
    if part.due.isEmpty { return part.next }
    let (rewritten, saved) = try queue.write(.durable) { session in
      try session.recompress(part.due, table: table)
    }
    done.rewritten += rewritten
    done.savedBytes += saved
    return part.next
  }
}

/// A batch of rows of a collection, and the rows among them that need a rewrite.
private struct RecompressPart {
  /// The table keys of the rows that need a rewrite.
  var due: [[UInt8]] = []
  /// The number of rows that the batch has read.
  var rows = 0
  /// The table key at which the next batch starts; `nil` at the end.
  var next: [UInt8]?

  /// The maximum number of rows that a batch reads.
  static let mostRows = 20_000
  /// The maximum number of rows to rewrite in a batch.
  static let mostDue = 500
  /// The size of the rows to rewrite at which a batch ends, in bytes.
  static let mostDueBytes = 1 << 20

  init() {}

  init(
    _ handle: TransactionHandle, _ info: CollectionRuntime, _ schemas: SchemaCatalog,
    from start: [UInt8]
  ) throws {
    var trial = try RecompressTrial(info, schemas, in: handle)
    let cursor = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    defer { cursor.close() }
    var bytes = 0
    var place: [UInt8]? = start
    while let entry = try cursor.step(from: place, collection: info.name) {
      place = nil
      bytes += try note(entry, &trial)
      if rows >= Self.mostRows || due.count >= Self.mostDue || bytes >= Self.mostDueBytes {
        next = entry.key.copied() + [0]
        break
      }
    }
  }

  /// Adds a row to the batch if recompression would change the row, and returns the size in bytes
  /// of the stored value.
  ///
  /// Returns 0 if the row needs no rewrite.
  private mutating func note(
    _ entry: borrowing Entry, _ trial: inout RecompressTrial
  ) throws(StoreError) -> Int {
    rows += 1
    guard let record = RowRecord(entry.value) else { throw trial.info.damaged(at: entry.key) }
    guard try trial.isDue(record, at: entry.key) else { return 0 }
    due.append(Array(copying: entry.key))
    return record.stored.count
  }
}

/// A test of whether recompression would change a row.
///
/// The test compresses a value as a write would. Only a trial shows whether the stored form becomes
/// shorter.
private struct RecompressTrial: ~Copyable {
  let info: CollectionRuntime
  private let handle: TransactionHandle
  private let schemas: SchemaCatalog
  private let compressor: BlockCompressor
  private var fixedParts = FixedParts()
  private var buffer = CompressionBuffer()

  init(
    _ info: CollectionRuntime, _ schemas: SchemaCatalog, in handle: TransactionHandle
  ) throws(StoreError) {
    self.info = info
    self.schemas = schemas
    self.handle = handle
    compressor = try info.compressor(in: handle).blocks
  }

  /// Returns whether recompression would change the row at a table key.
  mutating func isDue(
    _ record: borrowing RowRecord, at key: Span<UInt8>
  ) throws(StoreError) -> Bool {
    let type = record.header.type
    guard record.header.isCompressed else {
      return fixedParts.compress(record.stored, type, schemas, with: compressor, into: &buffer)
    }
    let policy = compressor.compression
    guard !policy.isOff, let header = try? BlockHeader(record.stored),
      header.dictionaryID == compressor.dictionary?.id
    else { return true }
    guard let isEncoded = header.encodesLiterals(in: record.stored),
      isEncoded != policy.encodesLiterals
    else { return false }
    if isEncoded { return true }
    // zstd leaves literals unencoded if the encoding would not be shorter.
    var value = DecompressionBuffer()
    try info.decompress(record.stored, at: key, in: handle, into: &value)
    return fixedParts.compress(value.bytes, type, schemas, with: compressor, into: &buffer)
      && buffer.block.count < record.stored.count
  }
}

extension WriteSession {
  /// Rewrites rows, and returns the number of rewritten rows and the number of saved bytes.
  ///
  /// Each row keeps its revision. The call skips rows that no longer exist.
  fileprivate func recompress(
    _ tableKeys: [[UInt8]], table id: UInt32
  ) throws(StoreError) -> (rewritten: Int, saved: Int) {
    changesContent = false
    guard let info = catalog.collection(ofTable: id) else { return (0, 0) }
    guard let rewriting = try RowRewriting(states.state(of: info.name)) else { return (0, 0) }
    var (rewritten, saved) = (0, 0)
    for key in tableKeys {
      guard let bytes = try rewriting.recompress(key.span) else { continue }
      rewritten += 1
      saved += bytes
    }
    return (rewritten, saved)
  }
}
