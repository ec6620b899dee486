package import LodeCoding

/// Puts of many values of one collection, whose archives helper threads compress ahead of the
/// calling thread.
///
/// The calling thread archives the values, and puts the rows in their order. Before ``finish(_:)``
/// has returned, the last rows can be missing from the collection.
package struct PutsAhead: ~Copyable {
  private let puts: RowPuts
  /// The number of rows that the calling thread still compresses itself.
  private var unshared: Int
  private var rows = RowList()
  private var tasks = TasksAhead<CompressedRows>()

  /// Creates puts with one policy.
  ///
  /// - Parameters:
  ///   - access: The access to the collection, in the savepoint of the puts.
  ///   - policy: The condition that the existing row must meet for each put.
  ///   - isStamped: Whether the puts set timestamps.
  package init(_ access: WriteAccess, _ policy: PutPolicy, isStamped: Bool) {
    puts = RowPuts(access: access, policy: policy, isStamped: isStamped)
    unshared = access.context.store.usesHelperThreads && HelperThreads.count > 0 ? 256 : .max
  }

  /// Archives a value, and puts this value or earlier values.
  ///
  /// After an error, the caller must undo all puts, for example by ending the savepoint.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The bytes of the key.
  ///   - note: Called with the outcome of each put.
  /// - Throws: The errors of `WriteAccess.put`, for this value or an earlier value. The error of
  ///   the earliest value comes first.
  package mutating func put<T: ArchivableValue>(
    _ value: T, forKey key: Span<UInt8>, _ note: (PutOutcome) -> Void
  ) throws {
    if unshared > 0 {
      try puts.put(value, key, note)
      unshared -= 1
      // Without compression, helper threads would have nothing to do.
      if unshared == 0, puts.access.state.info?.compression.isOff ?? false { unshared = .max }
      return
    }
    do {
      try puts.access.withStored(value) { rows.append($0, key) }
    } catch {
      try finish(note)
      throw error
    }
    if rows.count >= 64 || rows.byteCount >= 256 << 10 { try share(note) }
  }

  /// Puts all values whose rows are missing.
  ///
  /// - Throws: The errors of `WriteAccess.put`.
  package mutating func finish(_ note: (PutOutcome) -> Void) throws {
    if !rows.isEmpty { try share(note) }
    let puts = puts
    try tasks.finish { try puts.put($0, note) }
  }

  /// Gives the gathered rows to a helper thread, and puts rows that are compressed.
  private mutating func share(_ note: (PutOutcome) -> Void) throws {
    let gathered = rows
    rows = RowList()
    let (puts, compression) = (puts, try puts.access.compression())
    let work = { @Sendable in CompressedRows(gathered, compression) }
    _ = try tasks.add(work) { try puts.put($0, note) }
  }
}

/// The compressor of a collection's new rows.
struct SharedCompression: Sendable {
  let compressor: BlockCompressor
  let schemas: SchemaCatalog
}

extension WriteAccess {
  /// Returns the compressor of new rows, or `nil` if the collection does not exist.
  func compression() throws(StoreError) -> SharedCompression? {
    guard let info = state.info else { return nil }
    return SharedCompression(
      compressor: try info.compressor(in: context.handle).blocks, schemas: context.catalog.schemas)
  }
}

/// Rows, and the compressed blocks of their archives.
struct CompressedRows: Sendable {
  let rows: RowList
  private let compression: SharedCompression?
  private var bytes: [UInt8] = []
  /// The range of each row's block in `bytes`; `nil` for an archive that is stored uncompressed.
  private var blocks: [Range<Int>?] = []

  /// Compresses the rows; without a compressor, the put compresses them.
  init(_ rows: RowList, _ compression: SharedCompression?) {
    self.rows = rows
    self.compression = compression
    guard let compression else { return }
    var buffer = CompressionBuffer()
    var fixedParts = FixedParts()
    for index in 0..<rows.count {
      let start = bytes.count
      if fixedParts.compress(
        rows[index], .archive, compression.schemas, with: compression.compressor, into: &buffer)
      {
        bytes.append(copying: buffer.block)
        blocks.append(start..<bytes.count)
      } else {
        blocks.append(nil)
      }
    }
  }

  /// Returns the prepared form of a row's value; `nil` if the put must compress the value.
  func prepared(_ index: Int) -> PreparedBlock? {
    guard let compression else { return nil }
    return PreparedBlock(blocks[index].map { bytes[$0] }, by: compression.compressor)
  }
}

/// Puts of one policy.
struct RowPuts {
  let access: WriteAccess
  let policy: PutPolicy
  let isStamped: Bool

  /// Archives and puts a value.
  func put<T: ArchivableValue>(
    _ value: T, _ key: Span<UInt8>, _ note: (PutOutcome) -> Void
  ) throws {
    if let outcome = try access.put(value, forKey: key, policy, isStamped: isStamped) {
      note(outcome)
    }
  }

  /// Puts rows whose archives are compressed.
  func put(_ compressed: CompressedRows, _ note: (PutOutcome) -> Void) throws -> IterationStep {
    let rows = compressed.rows
    for index in 0..<rows.count {
      let outcome = try access.put(
        rows[index], rows.keys[index], policy, isStamped: isStamped,
        prepared: compressed.prepared(index))
      if let outcome { note(outcome) }
    }
    return .next
  }
}
