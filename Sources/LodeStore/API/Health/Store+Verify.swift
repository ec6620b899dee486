internal import LodeCoding
internal import LodeLMDB

extension Store {
  /// Checks the whole store, and returns a report.
  ///
  /// The call first checks the pages of the file and the order of the keys. If a page outside of
  /// indexes is damaged, the call ends, and the report contains only this damage. Otherwise, the
  /// call also checks the following:
  ///
  /// - Whether the checksum, the archive, and the type of each row are valid.
  /// - Whether rows are missing or outdated.
  /// - Whether indexes match their rows, and blobs match their references.
  ///
  /// If this process may write to the store, writes of all processes wait while the call checks the
  /// pages. The call changes nothing. Damage is in the report, and is not an error.
  ///
  /// ```swift
  /// let report = try store.verify()
  /// if !report.isSound { print(report.problems) }
  /// ```
  ///
  /// - Complexity: O(size of the file).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `notAStore` if the file is not a file of LMDB.
  ///   - `inputOutput` if the file cannot be read.
  ///   - `readersFull` if no reader slot is free.
  ///   - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///     process from enlarging its own map.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  public func verify() throws -> VerifyReport {
    var report = VerifyReport()
    guard try verifyPages(&report) else { return report }
    // The report would show an exceeded time limit as damage of a row.
    try Interruption.$current.withValue(nil) {
      try read { transaction in
        let listed = Set(try transaction.collections())
        let table = CatalogTable(transaction: transaction.handle, table: core.catalogTable)
        var blobs = BlobCheck(transaction.blobTable)
        // The check includes empty collections, because their rows may be missing.
        for info in transaction.catalog.catalog.collections.values.sorted(by: { $0.id < $1.id }) {
          if listed.contains(info.name) { report.collections += 1 }
          let owners = transaction.catalog.catalog.owners(of: info.name)
          try verify(
            info, owners, table, transaction.catalog.catalog.schemas, &blobs, &report)
        }
        try verify(blobs, transaction.catalog.catalog.schemas, table, &report)
      }
    }
    if report.isSound { core.noteSoundStore() }
    return report
  }

  /// Verifies the pages of the file, and returns whether the rows can be read.
  ///
  /// After the call, the marks of damaged tables match the pages.
  private func verifyPages(_ report: inout VerifyReport) throws -> Bool {
    do throws(LMDBError) {
      _ = try core.environment.verify()
      core.noteSoundPages()
      return true
    } catch {
      if error.code != .damaged { throw StoreError(error) }
    }
    do {
      let environment = core.environment
      let tables = try storeErrors { () throws(LMDBError) in try environment.tableDamage() }
      let catalog = try read { transaction in transaction.catalog.catalog }
      let damage = try catalog.damagedIndexes(tables, in: path)
      for finding in damage {
        report.add("pages: \(finding)")
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

  /// Checks the rows, the indexes, and the sum of the rows' checksums of one collection.
  private func verify(
    _ info: CollectionRuntime, _ owners: [String]?, _ catalog: CatalogTable,
    _ schemas: SchemaCatalog, _ blobs: inout BlobCheck, _ report: inout VerifyReport
  ) throws {
    var hasDamage = false
    var check = RowCheck(info, owners: owners, catalog.transaction, schemas)
    var sum: UInt64 = 0
    var buffer = DecompressionBuffer()
    // Indexes with damaged pages cannot be read.
    let readable = info.indexes.filter { !$0.table.isRefused }
    let indexes = readable.map {
      IndexVerification(
        $0, of: info, catalog.transaction, schemas, core.indexKind(of: $0.definition))
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
    if let problem = Self.problem(ofSum: sum, info, catalog) { report.add(problem) }
  }

  /// Checks the rows of the blob table, and then the references to blobs in the other rows.
  private func verify(
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

  /// Compares the content sum (the sum of the rows' checksums) with the recorded content sum, and
  /// describes a mismatch.
  ///
  /// Returns `nil` if the sums are equal.
  private static func problem(
    ofSum sum: UInt64, _ info: CollectionRuntime, _ catalog: CatalogTable
  ) -> String? {
    do throws(StoreError) {
      if sum == (try catalog.sum(of: info.id)) { return nil }
      return "\(info.name): rows are missing, or older than the last write"
    } catch {
      return "\(info.name): \(error)"
    }
  }
}
