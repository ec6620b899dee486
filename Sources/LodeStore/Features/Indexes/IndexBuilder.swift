internal import LodeCoding
internal import LodeLMDB

/// One batch of an index build, which reads the next rows and then writes the entries of these rows
/// in order.
final class IndexBuilder {
  /// The amount of data that a batch has read.
  struct Part {
    var rows = 0
    var bytes = 0
    /// The last table key (``TableKey``) of the batch; `nil` if the batch reached the end of its
    /// range.
    var last: [UInt8]?
  }

  private let info: CollectionRuntime
  private let context: WriteSession
  private let maintainers: [any IndexMaintainer]
  private let reader: FieldReader
  /// The maintainers, if helper threads can compute the entries of all indexes; otherwise empty.
  private let helped: [OrderedIndexMaintainer]

  init(_ indexes: [IndexRuntime], of info: CollectionRuntime, in context: WriteSession) {
    self.info = info
    self.context = context
    let reader = FieldReader(indexes, of: info, context.handle)
    self.reader = reader
    maintainers = indexes.map { index in
      context.store.indexKind(of: index.definition)
        .maintainer(of: index, in: info, context, reader, isBuilding: true)
    }
    let ordered = maintainers.compactMap { $0 as? OrderedIndexMaintainer }
    let canHelp =
      ordered.count == maintainers.count && info.pending == nil && !reader.hasComputedFields
      && !reader.hasRowProperties && context.store.usesHelperThreads && HelperThreads.count > 0
    helped = canHelp ? ordered : []
  }

  func close() {
    for maintainer in maintainers { maintainer.close() }
  }

  /// Reads rows and computes their entries, until the batch is full.
  ///
  /// A batch with a `batchSize` also ends if other writes wait. Without a `batchSize`, the batch
  /// has the maximum size.
  func read(after start: [UInt8], upTo end: [UInt8]?, _ batchSize: BuildBatchSize?) throws -> Part {
    // The limit on bytes assumes an average of 400 bytes for each row.
    var mostRows = maintainers.map(\.mostGathered).min() ?? 0
    let leastRows = maintainers.map(\.leastGathered).max() ?? 0
    if let batchSize { mostRows = min(mostRows, leastRows * batchSize.factor) }
    let mostBytes = mostRows * 400
    var part = Part()
    let cursor = try context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(context.handle, over: info.table.place)
    }
    defer { cursor.close() }
    var gathering = Gathering()
    var tasks = TasksAhead<ReadAhead>()
    var next: [UInt8]? = start.isEmpty ? [] : start + [0]
    while let row = try cursor.step(from: next, collection: info.name) {
      next = nil
      if let end, row.key.byteOrder(end.span) > 0 { break }
      part.rows += 1
      part.bytes += row.value.count
      try gather(row, &gathering, &tasks)
      let mustEnd = batchSize != nil && part.rows >= leastRows && context.othersWait
      if mustEnd || part.rows >= mostRows || part.bytes >= mostBytes {
        part.last = row.key.copied()
        break
      }
    }
    if !gathering.rows.isEmpty { try share(&gathering, &tasks) }
    try tasks.finish { try take($0, &gathering) }
    return part
  }

  /// The rows of a batch whose entries are not computed, and the memory for their values.
  private struct Gathering: ~Copyable {
    var buffer = RowBuffer()
    /// The number of rows whose entries the calling thread has computed.
    var computed = 0
    /// The number of compressed rows whose entries needed decompression.
    var decompressed = 0
    /// The rows of the next task of a helper thread.
    var rows = RowList()
  }

  /// Computes the entries of a row, or gives the row to a helper thread.
  ///
  /// Helper threads compute entries in ordered indexes. For other indexes, helper threads
  /// decompress rows if the entries of most rows need decompression.
  private func gather(
    _ row: borrowing Entry, _ gathering: inout Gathering, _ tasks: inout TasksAhead<ReadAhead>
  ) throws {
    let known = helped.isEmpty ? gathering.decompressed : gathering.computed
    if known < Self.leastComputed {
      gathering.computed += 1
      return try gather(row.key, row.value, &gathering)
    }
    gathering.rows.append(row.value, row.key)
    let (most, mostBytes) = helped.isEmpty ? (128, 256 << 10) : (4_096, 2 << 20)
    if gathering.rows.count >= most || gathering.rows.byteCount >= mostBytes {
      try share(&gathering, &tasks)
    }
  }

  /// The number of rows after which helper threads help.
  private static let leastComputed = 256

  /// Gives the copied rows to a helper thread, and takes the results that are ready.
  private func share(
    _ gathering: inout Gathering, _ tasks: inout TasksAhead<ReadAhead>
  ) throws {
    let (rows, info, dictionary) = (gathering.rows, info, info.knownDictionary.load())
    let (indexes, schemas) = (helped.map(\.info), context.catalog.schemas)
    gathering.rows = RowList()
    let work = { @Sendable in
      if indexes.isEmpty {
        return ReadAhead.values(rows, DecompressedRows(rows, of: info, dictionary))
      }
      return .entries(try EntriesAhead(rows, in: indexes, of: info, schemas, dictionary))
    }
    _ = try tasks.add(work) { try take($0, &gathering) }
  }

  /// Takes the result of a helper thread.
  private func take(_ done: ReadAhead, _ gathering: inout Gathering) throws -> IterationStep {
    switch done {
    case .values(let rows, let values):
      gathering.buffer.ahead = values
      for index in 0..<rows.count { try gather(rows.keys[index], rows[index], &gathering) }
    case .entries(let entries):
      for (maintainer, index) in zip(helped, entries.indexes) {
        maintainer.add(index.runs, isLossy: index.isLossy)
      }
      let rows = entries.rows
      for index in entries.rest { try gather(rows.keys[index], rows[index], &gathering) }
    }
    return .next
  }

  private var rows: RowReader { RowReader(context.handle, context.catalog.schemas) }

  /// Computes the entries of a row.
  private func gather(
    _ tableKey: Span<UInt8>, _ bytes: Span<UInt8>, _ gathering: inout Gathering
  ) throws {
    let record = try info.record(bytes, at: tableKey)
    let key = record.key(at: tableKey)
    try rows.check(record, at: key, of: info, &gathering.buffer)
    guard record.header.type == .archive else { return }
    var properties: RowProperties?
    if reader.hasRowProperties {
      properties = try? RowProperties(record, key: key, info.keyFormat)
      if properties == nil { throw info.damaged(at: key) }
    }
    // Entries of fixed-width fields need no decompression.
    if record.header.isCompressed, info.pending == nil,
      let fixed = BlockHeader.plainBytes(of: record.stored),
      try reader.withFixedPart(
        fixed, context.catalog.schemas, { try gather(key, fixed, properties) })
    {
      return
    }
    if record.header.isCompressed, gathering.buffer.isStored, info.pending == nil,
      context.store.usesHelperThreads, HelperThreads.count > 0
    {
      gathering.decompressed += 1
    }
    try rows.decompress(record, at: key, of: info, into: &gathering.buffer)
    try gather(key, gathering.buffer.value(of: record), properties)
  }

  private func gather(
    _ key: Span<UInt8>, _ archive: Span<UInt8>, _ properties: RowProperties?
  ) throws {
    let schemas = context.catalog.schemas
    do {
      let hasEntries = try rows.withIndexed(archive, at: key, of: info) { archive in
        var row = IndexedRow(
          key: key, archive: archive, schemas: schemas, reader: reader, properties: properties)
        for maintainer in maintainers { try maintainer.note(&row, .new) }
      }
      if !hasEntries { PendingRows.noteFailure(inTable: info.id, of: context) }
    } catch {
      throw info.naming(error, at: key)
    }
  }

  /// Writes the entries of the rows that `read` has read.
  func write() throws {
    for maintainer in maintainers { try maintainer.writeGathered() }
  }

  /// Returns the indexes for the catalog, built up to a key, or to the end if `key` is `nil`.
  func finished(upTo key: [UInt8]?) -> [IndexRuntime] {
    maintainers.map { maintainer in
      let index = maintainer.info
      let isLossy = index.isLossy || maintainer.isLossy
      let foundDuplicates = index.foundDuplicates || maintainer.foundDuplicates
      return index.with { record in
        record.isLossy = isLossy
        record.progress = key ?? []
        if key != nil {
          (record.state, record.foundDuplicates) = (.building, foundDuplicates)
        } else {
          record.state = foundDuplicates ? .hasDuplicates : .ready
        }
      }
    }
  }
}

/// The result of a helper thread for copied rows.
private enum ReadAhead: Sendable {
  /// The values that a helper thread has checked and decompressed.
  case values(RowList, DecompressedRows)
  case entries(EntriesAhead)
}
