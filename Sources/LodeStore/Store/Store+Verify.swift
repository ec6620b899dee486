internal import LodeCoding
internal import LodeLMDB

/// What ``Store/verify()`` found.
public struct VerifyReport: Sendable, Hashable {
  /// The collections that were read.
  public internal(set) var collections = 0
  /// The rows that were read and are sound.
  public internal(set) var rows = 0
  /// The indexes that do not have the entries that the rows should have.
  public internal(set) var damagedIndexes: [DamagedIndex] = []
  /// The indexes that could not be checked, because the program has not named the functions of their computed parts.
  public internal(set) var uncheckedIndexes: [UncheckedIndex] = []
  /// The bytes of the sound rows' values.
  public internal(set) var bytes = 0
  /// What is wrong, if anything: a line each, the first thousand.
  public internal(set) var problems: [String] = []
  /// How many things are wrong.
  public internal(set) var problemCount = 0

  /// Whether nothing is wrong.
  public var isSound: Bool { problemCount == 0 }

  /// An index that is to be made anew.
  public struct DamagedIndex: Sendable, Hashable {
    /// The collection.
    public let collection: String
    /// The index.
    public let index: String
  }

  /// An index with a computed part whose function is not known.
  public struct UncheckedIndex: Sendable, Hashable {
    /// The collection.
    public let collection: String
    /// The index.
    public let index: String
  }

  mutating func add(_ problem: String) {
    problemCount += 1
    if problems.count < 1000 { problems.append(problem) }
  }
}

extension Store {
  /// Checks everything: each page of the file, each row's checksums, the archives in rows, the order of keys, that no row is
  /// missing or older than what was written last, that indexes have an entry for each row and no others, and that the
  /// blobs are those that rows name.
  ///
  /// Writers wait while the pages are checked. Nothing is changed.
  /// - Complexity: O(size).
  /// - Throws: ``StoreError`` only when the check itself could not be done; damage is in the report.
  public func verify() throws -> VerifyReport {
    var report = VerifyReport()
    if let damage = try pageDamage() {
      report.add("pages: \(damage)")
      return report
    }
    try read { transaction in
      let listed = Set(try transaction.collections())
      let table = CatalogTable(transaction: transaction.handle, table: core.catalogTable)
      var blobs = BlobCheck(transaction.blobTable)
      // Those that seem empty too: their rows may be what is missing.
      for info in transaction.catalog.catalog.collections.values.sorted(by: { $0.id < $1.id }) {
        if listed.contains(info.name) { report.collections += 1 }
        try Self.verify(info, table, transaction.catalog.catalog.schemas, &blobs, &report)
      }
      try Self.verify(blobs, transaction.catalog.catalog.schemas, table, &report)
    }
    return report
  }

  /// What is wrong with the pages of the file, if anything.
  private func pageDamage() throws(StoreError) -> String? {
    do throws(LMDBError) {
      _ = try core.environment.verify()
      return nil
    } catch {
      if error.code == .damaged { return error.context }
      throw StoreError(error)
    }
  }

  private static func verify(
    _ info: CollectionInfo, _ catalog: CatalogTable, _ schemas: SchemaCatalog,
    _ blobs: inout BlobCheck, _ report: inout VerifyReport
  ) throws {
    let problems = report.problemCount
    var sum: UInt64 = 0
    var buffer = DecompressionBuffer()
    let indexes = info.indexes.map {
      IndexVerification($0, of: info, catalog.transaction, schemas)
    }
    var walk = try TableWalk(
      catalog.transaction, info.table, info.name, KeyBounds(.all), reversed: false)
    while let entry = try walk.step() {
      switch check(entry, in: info, catalog.transaction, schemas, indexes, &blobs, &buffer) {
      case .problem(let problem): report.add(problem)
      case .sound(let bytes, let rowSum):
        report.rows += 1
        report.bytes += bytes
        sum &+= rowSum
      }
    }
    // With a damaged row neither entries nor the sum can be right.
    guard report.problemCount == problems else { return }
    for (index, verification) in zip(info.indexes, indexes) {
      if verification.isUnknown {
        report.uncheckedIndexes.append(.init(collection: info.name, index: index.name))
      }
      guard let problem = verification.problem() else { continue }
      report.add(problem)
      report.damagedIndexes.append(.init(collection: info.name, index: index.name))
    }
    if let problem = problem(ofSum: sum, info, catalog) { report.add(problem) }
  }

  /// Checks the rows of the blobs' table, and then what the other rows name.
  private static func verify(
    _ blobs: BlobCheck, _ schemas: SchemaCatalog, _ catalog: CatalogTable,
    _ report: inout VerifyReport
  ) throws {
    guard let info = schemas.blobs else { return }
    var (rows, none) = (VerifyReport(), BlobCheck(nil))
    try verify(info, catalog, schemas, &none, &rows)
    rows.problems.forEach { report.add($0) }
    // With a damaged row on either side there is nothing to compare.
    guard report.isSound else { return }
    for problem in try blobs.problems() { report.add(problem) }
  }

  /// What is wrong with the rows as a whole, if anything.
  private static func problem(
    ofSum sum: UInt64, _ info: CollectionInfo, _ catalog: CatalogTable
  ) -> String? {
    do throws(StoreError) {
      if sum == (try catalog.sum(of: info.id)) { return nil }
      return "\(info.name): rows are missing, or older than what was written last"
    } catch {
      return "\(info.name): \(error)"
    }
  }

  /// What was found of a row.
  private enum Finding {
    case problem(String)
    case sound(bytes: Int, sum: UInt64)
  }

  private static func check(
    _ entry: borrowing Entry, in info: CollectionInfo, _ handle: TransactionHandle,
    _ schemas: SchemaCatalog, _ indexes: [IndexVerification], _ blobs: inout BlobCheck,
    _ buffer: inout DecompressionBuffer
  ) -> Finding {
    do throws(StoreError) {
      guard let record = RowRecord(entry.value) else { throw info.damaged(at: entry.key) }
      var key = entry.key
      if let whole = record.longKeyBytes { key = whole }
      try record.check(key: key, in: info)
      if TableKey.isShortened(entry.key), !TableKey.isForm(entry.key, of: key) {
        return .problem(
          "\(info.name): \(describe(key, info.keyFormat ?? .raw)) lies under another key")
      }
      if !record.header.isCompressed {
        for index in indexes { index.check(record, key, record.stored, at: entry.key) }
        return try check(record.stored, of: record, key, in: info, schemas, &blobs)
      }
      try info.decompress(record.stored, at: key, in: handle, into: &buffer)
      for index in indexes { index.check(record, key, buffer.bytes, at: entry.key) }
      return try check(buffer.bytes, of: record, key, in: info, schemas, &blobs)
    } catch {
      return .problem("\(error)")
    }
  }

  /// Checks the value of a row.
  private static func check(
    _ value: Span<UInt8>, of record: borrowing RowRecord, _ key: Span<UInt8>,
    in info: CollectionInfo, _ schemas: SchemaCatalog, _ blobs: inout BlobCheck
  ) throws(StoreError) -> Finding {
    if record.header.type == .archive {
      let numbers = try schemas.check(value, at: key, in: info)
      if let problem = try blobs.note(numbers, isFlagged: record.header.hasBlobs, in: info) {
        return .problem("\(info.name): \(describe(key, info.keyFormat ?? .raw)) \(problem)")
      }
    }
    return .sound(bytes: value.count, sum: record.sum)
  }
}

extension SchemaCatalog {
  /// Reads an archive through, without its types; returns the blobs that it names.
  fileprivate func check(
    _ value: Span<UInt8>, at key: Span<UInt8>, in info: CollectionInfo
  ) throws(StoreError) -> [UInt64] {
    do {
      let archive = try Archive(stored: value) { schema($0) }
      return mayNameBlobs(value) ? try archive.blobNumbers() : []
    } catch {
      throw StoreError(
        .damaged, collection: info.name,
        context: "\(describe(key, info.keyFormat ?? .raw)): \(error)")
    }
  }
}
