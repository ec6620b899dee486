internal import Foundation
internal import LodeLMDB

/// Recognizes the store of an open environment, or creates a store in an empty environment.
enum StoreOpening {
  /// The plug-ins of every store.
  static let plugIns: [any PlugIn] = [
    EntryIndexKind(counts: false), EntryIndexKind(counts: true), SearchIndexKind(),
    ChangeLogRecording(),
  ]

  /// Opens the store of an environment.
  ///
  /// After a failure, the environment is closed. The files are as the opening found them, unless a
  /// commit or another process has changed the files.
  static func open(
    _ environment: Environment, _ options: StoreOptions, _ plugIns: PlugIns
  ) throws(StoreError) -> StoreCore {
    do throws(StoreError) {
      let core = try environment.readingSinglePages { () throws(StoreError) in
        try open(recognising: environment, options, plugIns)
      }
      try checkHead(core)
      return core
    } catch {
      environment.closeRefused()
      throw error
    }
  }

  /// Recognizes or creates the store of an environment, and loads the catalog.
  private static func open(
    recognising environment: Environment, _ options: StoreOptions, _ plugIns: PlugIns
  ) throws(StoreError) -> StoreCore {
    for damage in environment.damagedTables where damage.table == CatalogRecord.tableName {
      throw StoreError(.damaged, context: "\(environment.path): \(damage)")
    }
    var existing = try existingTable(environment)
    if existing == nil { existing = try makeStore(environment) }
    guard let table = existing else { throw StoreError(.notAStore, context: environment.path) }
    let core = StoreCore(
      environment: environment, catalogTable: table, options: options, plugIns: plugIns)
    if try !hasVersion(core) {
      // A process stopped between creating the table and writing the table's first row, or another
      // program created the table.
      try putFormat(environment, table)
      guard try hasVersion(core) else { throw StoreError(.notAStore, context: environment.path) }
    }
    // Loading the catalog opens the tables of all collections.
    try core.reloadCatalog()
    try core.markDamagedIndexes(environment.damagedTables)
    try core.resumeBuilds()
    return core
  }

  /// Returns the table of the catalog, or `nil` if the environment has no catalog.
  private static func existingTable(_ environment: Environment) throws(StoreError) -> Table? {
    do throws(LMDBError) {
      return try environment.table(CatalogRecord.tableName, create: false)
    } catch {
      if error.code == .tableNotFound { return nil }
      throw StoreError(error)
    }
  }

  /// Creates the table of the catalog in an empty environment, and returns the table.
  ///
  /// The method refuses an environment with tables of another program, and a read-only environment.
  private static func makeStore(_ environment: Environment) throws(StoreError) -> Table {
    try storeErrors { () throws(LMDBError) in
      let isForeign = try environment.hasTables()
      if isForeign || environment.options.readOnly {
        throw LMDBError(.notAnEnvironment, context: environment.path)
      }
      return try environment.table(CatalogRecord.tableName)
    }
  }

  /// Writes the format of the store into an empty catalog.
  ///
  /// Another process may have written the format before.
  private static func putFormat(_ environment: Environment, _ table: Table) throws(StoreError) {
    try storeErrors { () throws(LMDBError) in
      let handle = try environment.beginWrite()
      do throws(LMDBError) {
        if try handle.count(table.place) == 0 {
          try CatalogTable(transaction: handle, table: table).putFormat()
        }
        try environment.commitWrite(handle)
      } catch {
        environment.abortWrite(handle)
        throw error
      }
    }
  }

  /// Returns whether the catalog has a format number.
  ///
  /// - Throws: ``StoreError`` with `unsupportedVersion` if the number is greater than
  ///   `newestFormat`, or `notAStore` if the number is missing and the environment is read-only.
  private static func hasVersion(_ core: StoreCore) throws(StoreError) -> Bool {
    let environment = core.environment
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
    defer { environment.endRead(handle) }
    guard
      let version = try CatalogTable(transaction: handle, table: core.catalogTable).formatVersion()
    else {
      if environment.options.readOnly { throw StoreError(.notAStore, context: environment.path) }
      return false
    }
    if version > CatalogRecord.newestFormat {
      throw StoreError(.unsupportedVersion, context: "format \(version)")
    }
    return true
  }

  /// Checks that the store has a head, and verifies all pages if the head names another commit than
  /// the file.
  ///
  /// The head is the store's record of the last commit. The commit numbers differ in two cases: a
  /// compacting copy renumbered the commits, or the file mixes pages of two commits. Only the full
  /// check distinguishes these cases.
  private static func checkHead(_ core: StoreCore) throws(StoreError) {
    let environment = core.environment
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
    defer { environment.endRead(handle) }
    let table = CatalogTable(transaction: handle, table: core.catalogTable)
    try table.checkHead()
    let head = try table.head()
    let current = handle.id
    if head.transaction == 0 || head.transaction == current { return }
    if environment.wasFullyChecked { return }
    do throws(LMDBError) {
      _ = try environment.verify()
    } catch {
      guard error.code == .damaged else { throw StoreError(error) }
      let tables = try storeErrors { () throws(LMDBError) in try environment.tableDamage() }
      try core.markDamagedIndexes(tables)
    }
  }

  /// Renames the directory of a damaged store to `NAME.0.corrupt`, or to the next free number.
  ///
  /// - Throws: ``StoreError`` with `permissionDenied` if the rename fails, or `error` if all 1,000
  ///   names are taken.
  static func setAside(_ path: String, because error: StoreError) throws(StoreError) {
    let files = FileManager.default
    var path = path
    while path.count > 1, path.last == "/" { path.removeLast() }
    let free = (0..<1000).lazy.map { "\(path).\($0).corrupt" }.first {
      !files.fileExists(atPath: $0)
    }
    guard let target = free else { throw error }
    do {
      try files.moveItem(atPath: path, toPath: target)
    } catch {
      throw StoreError(.permissionDenied, context: "\(target): \(error)")
    }
  }
}
