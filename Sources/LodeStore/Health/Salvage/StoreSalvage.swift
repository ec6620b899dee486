internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// One salvage, which reads a damaged file and writes a new store.
struct StoreSalvage {
  private let source: SalvageSource
  private var catalog: SalvagedCatalog
  private let target: SalvageTarget
  private let path: String
  /// The ranges of keys with lost rows, by table number.
  private var gaps: [UInt32: [KeyGap]] = [:]
  /// The damaged rows, by collection number.
  private var damaged: [UInt32: (count: Int, keys: [[UInt8]])] = [:]
  private let buffer = SalvageBuffer()
  private var report = SalvageReport()

  /// Creates the directory of the new store, which must not exist.
  static func claim(_ newPath: String) throws(StoreError) {
    do {
      // Only the owner has access, as with every new store.
      try FileManager.default.createDirectory(
        atPath: newPath, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      let code: StoreError.Code =
        switch (error as? CocoaError)?.code {
        case .fileWriteFileExists?: .pathInUse
        case .fileNoSuchFile?: .notFound
        case .fileWriteNoPermission?, .fileWriteVolumeReadOnly?: .permissionDenied
        case .fileWriteOutOfSpace?: .diskFull
        default: .inputOutput
        }
      throw StoreError(code, context: newPath)
    }
  }

  /// Creates a salvage, and an environment in the empty directory `newPath`.
  init(
    _ source: SalvageSource, path: String, newPath: String, _ options: EnvironmentOptions
  ) throws(StoreError) {
    self.path = path
    self.source = source
    catalog = SalvagedCatalog(source)
    target = try SalvageTarget(
      path: newPath, options,
      tables: catalog.collections.count + source.tables.count + catalog.indexTables.count)
  }

  /// Writes the rows and the catalog of the new store, and closes the environment.
  mutating func run() throws -> SalvageReport {
    defer { target.environment.close() }
    let tables = catalog.rowTables(of: source)
    for number in tables { try walk(number) }
    if !gaps.isEmpty {
      // The rows of the last commit come first, so that older copies do not count.
      try scan(isCurrent: true)
      for number in gaps.keys.sorted() { try addOlderRows(number) }
      try scan(isCurrent: false)
    }
    try target.flush()
    nameLostCollections()
    guard source.hasHead || !catalog.collections.isEmpty else {
      throw StoreError(.notAStore, context: path)
    }
    describeLosses()
    let contents = target.contents
    let main = catalog.newMainRows(source.main, contents, newestRevision: target.newestRevision)
    let (rows, indexes) = catalog.newRows(&report.problems)
    for (id, collection) in catalog.collections where !collection.sharesTable {
      _ = try target.table(id)
    }
    for number in indexes + [catalog.blobTable, catalog.sharedTable].compactMap({ $0 }) {
      _ = try target.table(number)
    }
    try target.write(main: main, catalog: rows)
    return report
  }

  // Rows.

  /// Adds the rows of a table's tree, and records the ranges of keys with lost rows.
  private mutating func walk(_ number: UInt32) throws {
    guard let table = source.tables[number] else {
      // If the main table is undamaged, a collection without a table has no rows.
      if !source.hasWholeMain { gaps[number] = [.everything] }
      return
    }
    let (target, file) = (target, source.file)
    var found: [KeyGap] = []
    let lost = try file.walk(table.tree) { entry in
      guard let row = catalog.row(entry, inTable: number) else {
        if entry.isInPlace { noteDamaged(entry.key, inTable: number) }
        found.append(KeyGap(key: entry.key))
        return
      }
      if catalog.obstacle(to: row, &buffer.room) != nil {
        noteDamaged(entry.key, inTable: number)
      } else {
        let isOlder = !table.isOfLastCommit || !entry.isInPlace
        // Without a meta page, every row can be older, so the order does not matter.
        if !isOlder || !file.hasMeta { try target.add(row, isOlder: isOlder) }
      }
    }
    found += lost
    if !table.isOfLastCommit {
      if try found.isEmpty && isNewest(number) { return }
      found = [.everything]
    }
    if !found.isEmpty { gaps[number] = found }
  }

  /// Returns whether the new table has exactly the rows of the newest readable commit.
  ///
  /// Without a meta page, the file has no newer readable commit, and other pages contain only
  /// outdated and deleted rows.
  private func isNewest(_ number: UInt32) throws -> Bool {
    if source.file.hasMeta || number == catalog.sharedTable { return false }
    try target.flush()
    guard let sum = source.sum(of: number) else { return false }
    return sum == target.contents[number]?.sum ?? 0
  }

  /// Adds the rows of a table's tree that can be older than the last commit, which `walk` has
  /// omitted.
  private func addOlderRows(_ number: UInt32) throws {
    guard source.file.hasMeta, let table = source.tables[number] else { return }
    _ = try source.file.walk(table.tree) { entry in
      guard !table.isOfLastCommit || !entry.isInPlace,
        let row = catalog.row(entry, inTable: number),
        catalog.obstacle(to: row, &buffer.room) == nil
      else { return }
      try target.add(row, isOlder: true)
    }
  }

  /// Adds lost rows of the trees from leaf pages outside the trees.
  ///
  /// - Parameter isCurrent: Whether to read the pages of the last commit, or all other pages.
  private func scan(isCurrent: Bool) throws {
    let numbers = gaps.keys.sorted()
    var latest = numbers.first ?? 0
    try source.file.scan(isCurrent: isCurrent) { entry, _ in
      guard case .bytes(let record) = entry.value, RowRecord(record.span) != nil else { return }
      // Consecutive rows usually belong to one table.
      var found = lostRow(entry, inTable: latest)
      if found == nil {
        for number in numbers where number != latest {
          found = lostRow(entry, inTable: number)
          if found == nil { continue }
          latest = number
          break
        }
      }
      if let found, catalog.obstacle(to: found, &buffer.room) == nil {
        try target.add(found, isOlder: !isCurrent)
      }
    }
  }

  /// Returns the row of an entry, or `nil` if the tree of the table has not lost the key.
  private func lostRow(_ entry: SalvagedEntry, inTable number: UInt32) -> SalvagedRow? {
    guard gaps[number]?.contains(where: { $0.contains(entry.key) }) == true else { return nil }
    return catalog.row(entry, inTable: number)
  }

  private mutating func noteDamaged(_ key: [UInt8], inTable number: UInt32) {
    var (id, key) = (number, key)
    if number == catalog.sharedTable, let named = SalvagedCatalog.number(key, at: 0) {
      (id, key) = (named, Array(key.dropFirst(4)))
    }
    var known = damaged[id] ?? (0, [])
    known.count += 1
    if known.keys.count < 10 { known.keys.append(key) }
    damaged[id] = known
  }

  // The report.

  /// Gives names to collections whose names are lost.
  private mutating func nameLostCollections() {
    for (id, content) in target.contents.sorted(by: { $0.key < $1.key }) where content.rows > 0 {
      if catalog.blobTable == nil, catalog.collections[id] == nil, content.hasBlobKeys {
        catalog.blobTable = id
      }
      if id == catalog.blobTable { continue }
      if let collection = catalog.collections[id] {
        if collection.keyFormat == nil {
          catalog.collections[id]?.keyFormat = content.hasTupleKeys ? .tuple : .raw
        }
        continue
      }
      var name = "salvaged.\(id)"
      while catalog.hasCollection(named: name) { name += ".\(id)" }
      catalog.collections[id] = .init(
        name: name, id: id, isDeclared: true,
        keyFormat: content.hasTupleKeys ? .tuple : .raw)
      report.problems.append("the name of a collection is lost: its rows are in \"\(name)\"")
    }
  }

  private mutating func describeLosses() {
    if !source.file.hasBothMetas {
      report.problems.append("a meta page is lost: the newest readable commit was used")
    }
    if !source.hasWholeMain { report.problems.append("a part of the list of tables was damaged") }
    if !catalog.isWhole { report.problems.append("a part of the catalog was damaged") }
    for (id, collection) in catalog.collections {
      report.collections.append(
        describe(id, named: collection.name, collection.keyFormat ?? .raw))
    }
    report.collections.sort { $0.name < $1.name }
    if let id = catalog.blobTable {
      let blobs = describe(id, named: "", .raw)
      if !blobs.isComplete { report.problems.append("a part of the blobs is lost") }
    }
  }

  private func describe(
    _ id: UInt32, named name: String, _ format: KeyFormat
  ) -> SalvageReport.Collection {
    var found = SalvageReport.Collection(name: name)
    let content = target.contents[id] ?? .init()
    (found.rows, found.older) = (content.rows, content.older)
    (found.damaged, found.damagedKeys) = (
      damaged[id]?.count ?? 0,
      (damaged[id]?.keys ?? []).map { RowKey(bytes: $0, format: format) }
    )
    found.lost = knownRows(of: id).map { max(0, $0 - content.rows) }
    if let sum = source.sum(of: id) {
      found.isComplete = sum == content.sum
      if found.isComplete { (found.lost, found.older) = (0, 0) }
    } else {
      found.isComplete = found.lost == 0 && found.older == 0 && found.damaged == 0
    }
    return found
  }

  /// Returns the number of rows in the last commit, or `nil` if the number is lost.
  private func knownRows(of id: UInt32) -> Int? {
    if let table = source.tables[id] {
      return table.isOfLastCommit ? Int(clamping: table.tree.entries) : nil
    }
    return source.hasWholeMain && catalog.collections[id]?.sharesTable != true ? 0 : nil
  }
}

/// The buffer for decompressed values, in a class because the buffer cannot be copied.
private final class SalvageBuffer {
  var room = DecompressionBuffer()
}
