internal import LodeCoding
internal import LodeLMDB

/// The result of ``Store/verify()``.
public struct VerifyReport: Sendable, Hashable {
  /// The number of collections that were read.
  public internal(set) var collections = 0
  /// The number of sound rows.
  public internal(set) var rows = 0
  /// The indexes whose entries do not match the rows.
  public internal(set) var damagedIndexes: [DamagedIndex] = []
  /// The indexes that were not checked, because a computed component's function is not registered.
  public internal(set) var uncheckedIndexes: [UncheckedIndex] = []
  /// The rows that cannot be read, at most 100,000.
  ///
  /// The list contains damaged rows, and rows that the model of their collection cannot read.
  public internal(set) var unreadableRows: [UnreadableRow] = []
  /// The size of the sound rows' values, in bytes.
  public internal(set) var bytes = 0
  /// The problems, one line each, at most 1,000.
  public internal(set) var problems: [String] = []
  /// The number of all problems.
  public internal(set) var problemCount = 0

  /// Whether the store has no problems.
  public var isSound: Bool { problemCount == 0 }

  /// A row that cannot be read.
  public struct UnreadableRow: Sendable, Hashable {
    /// The collection.
    public let collection: String
    /// The key.
    public let key: RowKey
    /// The problem with the row.
    public let problem: String
    /// The key in the collection's table.
    let tableKey: [UInt8]
  }

  /// An index that must be rebuilt.
  public struct DamagedIndex: Sendable, Hashable {
    /// The collection.
    public let collection: String
    /// The index.
    public let index: String
  }

  /// An index with a computed component whose function is not registered.
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

  mutating func add(_ row: UnreadableRow) {
    add(row.problem)
    if unreadableRows.count < 100_000 { unreadableRows.append(row) }
  }
}

extension Store {
  /// Checks the whole store, and returns a report.
  ///
  /// The call checks the pages of the file, the order of keys, and the checksums, archives, and
  /// types of rows. The report lists missing and outdated rows. The report also lists indexes that
  /// do not match their rows, and blobs that do not match their references. Writes wait while the
  /// pages are checked. Nothing changes.
  ///
  /// - Complexity: O(size of the file).
  /// - Throws: ``StoreError`` with `nestedWrite` inside a write, `closed` if the store is closed,
  ///   or `inputOutput` if the check cannot run. Damage is not an error; the report contains the
  ///   damage.
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
      // Empty collections are checked too, because their rows may be missing.
      for info in transaction.catalog.catalog.collections.values.sorted(by: { $0.id < $1.id }) {
        if listed.contains(info.name) { report.collections += 1 }
        let owners = transaction.catalog.catalog.owners(of: info.name)
        try Self.verify(
          info, owners, table, transaction.catalog.catalog.schemas, &blobs, &report)
      }
      try Self.verify(blobs, transaction.catalog.catalog.schemas, table, &report)
    }
    return report
  }

  /// Verifies the pages of the file, and returns a description of the damage, or `nil`.
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
    _ info: CollectionInfo, _ owners: [String]?, _ catalog: CatalogTable,
    _ schemas: SchemaCatalog, _ blobs: inout BlobCheck, _ report: inout VerifyReport
  ) throws {
    var hasDamage = false
    var check = RowCheck(info, owners: owners, catalog.transaction, schemas)
    var sum: UInt64 = 0
    var buffer = DecompressionBuffer()
    let indexes = info.indexes.map {
      IndexVerification($0, of: info, catalog.transaction, schemas)
    }
    var walk = try TableScan(
      catalog.transaction, info.table, info.name, KeyBounds(.all), reversed: false)
    while let entry = try walk.step() {
      let found = check.run(entry, indexes, &blobs, &buffer)
      switch found {
      case .damaged(let row):
        hasDamage = true
        report.add(row)
      case .problem(let problem):
        hasDamage = true
        report.add(problem)
      case .sound(let bytes, let rowSum, let isForeign):
        sum &+= rowSum
        if let isForeign {
          report.add(isForeign)
        } else {
          report.rows += 1
          report.bytes += bytes
        }
      }
    }
    // A damaged row makes both the index entries and the content sum wrong.
    if hasDamage { return }
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

  /// Checks the rows of the blob table, and then the references to blobs in the other rows.
  private static func verify(
    _ blobs: BlobCheck, _ schemas: SchemaCatalog, _ catalog: CatalogTable,
    _ report: inout VerifyReport
  ) throws {
    guard let info = schemas.blobs else { return }
    var (rows, none) = (VerifyReport(), BlobCheck(nil))
    try verify(info, nil, catalog, schemas, &none, &rows)
    rows.problems.forEach { report.add($0) }
    // Damaged rows make the comparison of blobs and references meaningless.
    guard report.isSound else { return }
    for problem in try blobs.problems() { report.add(problem) }
  }

  /// Compares the content sum of all rows with the recorded sum, and describes a mismatch.
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
}
