internal import LodeCoding
internal import LodeLMDB

/// The new store of a salvage.
///
/// The rows keep their bytes and table numbers, so their checksums stay valid. Before the last
/// commit of the salvage, the directory has no catalog, and is not a store.
final class SalvageTarget {
  let environment: Environment
  private var tables: [UInt32: Table] = [:]
  private var waiting: [(row: SalvagedRow, isOlder: Bool)] = []
  private var waitingBytes = 0
  /// The recovered rows of each collection, by collection number.
  private(set) var contents: [UInt32: Content] = [:]
  private(set) var newestRevision: UInt64 = 0

  struct Content {
    var rows = 0
    /// The number of rows that can be older than the last commit.
    var older = 0
    var sum: UInt64 = 0
    var hasTupleKeys = true
    /// Whether all keys are keys of the blob table.
    var hasBlobKeys = true
  }

  private static let mostWaitingBytes = 16 << 20
  private static let mostWaitingRows = 10_000

  init(path: String, _ options: EnvironmentOptions, tables count: Int) throws(StoreError) {
    var options = options
    (options.create, options.readOnly) = (true, false)
    options.maximumTables = min(max(count + 64, 1024), 1 << 20)
    // The end of the salvage makes all commits durable.
    options.durability = .relaxed
    let chosen = options
    environment = try storeErrors { () throws(LMDBError) in
      try Environment(path: path, options: chosen)
    }
  }

  /// Adds a row, unless the table contains the same or a newer revision of the row.
  ///
  /// - Parameter isOlder: Whether the row can be older than the last commit.
  func add(_ row: SalvagedRow, isOlder: Bool) throws {
    waiting.append((row, isOlder))
    waitingBytes += row.record.count
    if waitingBytes > Self.mostWaitingBytes || waiting.count >= Self.mostWaitingRows {
      try flush()
    }
  }

  /// Returns the table with a number, and creates a missing table.
  func table(_ number: UInt32) throws(LMDBError) -> Table {
    if let table = tables[number] { return table }
    let table = try environment.table(CollectionRecord.tableName(number))
    tables[number] = table
    return table
  }

  /// Writes the waiting rows.
  func flush() throws {
    let rows = waiting
    for (row, _) in rows { _ = try table(row.table) }
    let tables = tables
    // The body can run twice, so the body changes a copy of the contents.
    contents = try environment.write { transaction in
      var contents = contents
      for (row, isOlder) in rows {
        guard let table = tables[row.table] else { continue }
        var content = contents[row.id] ?? Content()
        if let old = try transaction.get(row.tableKey.span, in: table), let old = RowRecord(old) {
          if old.header.revision >= row.revision { continue }
          content.sum &-= old.sum
        } else {
          content.rows += 1
          if isOlder { content.older += 1 }
        }
        content.sum &+= row.sum
        content.note(row.key)
        contents[row.id] = content
        try transaction.put(row.record.span, forKey: row.tableKey.span, in: table)
      }
      return contents
    }
    newestRevision = rows.reduce(newestRevision) { max($0, $1.row.revision) }
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }

  /// Writes the rows of the main table and of the catalog, and makes all commits durable.
  func write(main: [[UInt8]: [UInt8]], catalog: [[UInt8]: [UInt8]]) throws {
    let table = try environment.table(CatalogRecord.tableName)
    try environment.write { transaction in
      for (key, value) in catalog {
        try transaction.put(CatalogRecord.seal(value, key: key).span, forKey: key.span, in: table)
      }
      let mainTable = Table.main(ofEnvironment: table.place.environment)
      for (key, value) in main {
        try transaction.put(
          CatalogRecord.seal(value, key: key).span, forKey: key.span, in: mainTable)
      }
    }
    try environment.synchronize()
  }
}

extension SalvageTarget.Content {
  /// Records the form of a key.
  fileprivate mutating func note(_ key: [UInt8]) {
    if hasTupleKeys { hasTupleKeys = (try? Key(encoded: key.span)) != nil }
    if hasBlobKeys { hasBlobKeys = BlobRecord.isKey(key.span) }
  }
}
