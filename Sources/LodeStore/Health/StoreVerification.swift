internal import LodeCoding
internal import LodeLMDB

/// A check of a whole store: the pages, the rows, the indexes, and the blobs.
struct StoreVerification {
  private let core: StoreCore
  private var report = VerifyReport()

  private init(core: StoreCore) { self.core = core }

  /// Checks a store, and returns the report.
  static func report(on core: StoreCore) throws -> VerifyReport {
    var verification = StoreVerification(core: core)
    try verification.run()
    return verification.report
  }

  private mutating func run() throws {
    guard try verifyPages() else { return }
    // The report would show an exceeded time limit as damage of a row.
    try Interruption.$current.withValue(nil) {
      try core.read { (handle, snapshot) in try verifyRows(handle, snapshot.catalog) }
    }
    if report.isSound { core.noteSoundStore() }
  }

  /// Verifies the pages of the file, and returns whether the rows can be read.
  ///
  /// After the call, the marks of damaged tables match the pages.
  private mutating func verifyPages() throws -> Bool {
    let environment = core.environment
    do throws(LMDBError) {
      _ = try environment.verify()
      core.noteSoundPages()
      return true
    } catch {
      if error.code != .damaged { throw StoreError(error) }
    }
    do {
      let tables = try storeErrors { () throws(LMDBError) in try environment.tableDamage() }
      let catalog = try core.read { (_, snapshot) in snapshot.catalog }
      let damage = try catalog.damagedIndexes(tables, in: environment.path)
      for finding in damage {
        report.add("pages: \(finding)")
        if finding.index == nil { continue }
        report.damagedIndexes.append(
          .init(
            collection: finding.collection ?? "", index: finding.index ?? "",
            damagedTable: finding.table))
      }
      core.note(damage)
      return true
    } catch let error as StoreError where error.code == .damaged {
      report.add("pages: \(error.context)")
      return false
    }
  }

  /// Checks the rows of all collections and of the blob table.
  private mutating func verifyRows(_ handle: TransactionHandle, _ catalog: Catalog) throws {
    let listed = Set(try CollectionListing(handle: handle, catalog: catalog).names())
    var blobs = BlobCheck(catalog.schemas.blobs.map { BlobTable(handle: handle, info: $0) })
    // The check includes empty collections, because their rows may be missing.
    for info in catalog.collections.values.sorted(by: { $0.id < $1.id }) {
      if listed.contains(info.name) { report.collections += 1 }
      try verify(info, catalog.owners(of: info.name), catalog.schemas, handle, &blobs)
    }
    if let log = catalog.changeLog, !log.table.isRefused,
      let problem = try ChangeLogTable(log, in: handle).problem(
        CatalogTable(transaction: handle, table: core.catalogTable).head().revision)
    {
      report.add(problem)
    }
    guard let info = catalog.schemas.blobs else { return }
    var (rows, none) = (StoreVerification(core: core), BlobCheck(nil))
    try rows.verify(info, nil, catalog.schemas, handle, &none)
    rows.report.problems.forEach { report.add($0) }
    // Damaged rows make the comparison of blobs and references meaningless.
    guard report.isSound else { return }
    for problem in try blobs.problems() { report.add(problem) }
  }

  /// Checks the rows, the indexes, and the content sum of one collection.
  private mutating func verify(
    _ info: CollectionRuntime, _ owners: [String]?, _ schemas: SchemaCatalog,
    _ handle: TransactionHandle, _ blobs: inout BlobCheck
  ) throws {
    var hasDamage = false
    var check = RowCheck(info, owners: owners, handle, schemas)
    var sum: UInt64 = 0
    var buffer = RowBuffer()
    // Indexes with damaged pages cannot be read.
    let readable = info.indexes.filter { !$0.table.isRefused }
    let indexes = readable.map {
      IndexVerification($0, of: info, handle, schemas, core.indexKind(of: $0.definition))
    }
    var walk = try TableScan(handle, info.table, info.name, KeyBounds(.all), reversed: false)
    while let entry = try walk.step() {
      switch check.run(entry, indexes, &blobs, &buffer) {
      case .damaged(let row):
        hasDamage = true
        report.add(row)
      case .problem(let problem):
        hasDamage = true
        report.add(problem)
      case .sound(let bytes, let rowSum, let foreign):
        sum &+= rowSum
        if let foreign {
          report.add(foreign)
        } else {
          report.rows += 1
          report.bytes += bytes
        }
      }
    }
    // A damaged row makes both the index entries and the sum of the checksums wrong.
    if hasDamage { return }
    for (index, verification) in zip(readable, indexes) {
      if verification.isUnknown {
        report.uncheckedIndexes.append(.init(collection: info.name, index: index.name))
      }
      guard let problem = verification.problem() else { continue }
      report.add(problem)
      report.damagedIndexes.append(.init(collection: info.name, index: index.name))
    }
    if let problem = problem(ofSum: sum, info, handle) { report.add(problem) }
  }

  /// Compares the content sum (the sum of the rows' checksums) with the recorded content sum, and
  /// describes a mismatch.
  ///
  /// Returns `nil` if the sums are equal.
  private func problem(
    ofSum sum: UInt64, _ info: CollectionRuntime, _ handle: TransactionHandle
  ) -> String? {
    do throws(StoreError) {
      let table = CatalogTable(transaction: handle, table: core.catalogTable)
      if sum == (try table.sum(of: info.id)) { return nil }
      return "\(info.name): rows are missing, or older than the last write"
    } catch {
      return "\(info.name): \(error)"
    }
  }
}
