internal import LodeLMDB

/// The steps that recognize a store in an open environment, or create a store there.
enum StoreOpening {
  static func open(
    _ environment: Environment, _ options: StoreOptions
  ) throws(StoreError) -> StoreCore {
    do throws(StoreError) {
      let core = try open(recognising: environment, options)
      try checkHead(core)
      return core
    } catch {
      environment.close()
      throw error
    }
  }

  private static func open(
    recognising environment: Environment, _ options: StoreOptions
  ) throws(StoreError) -> StoreCore {
    var existing = try existingTable(environment)
    if existing == nil { existing = try makeStore(environment) }
    guard let table = existing else { throw StoreError(.notAStore, context: environment.path) }
    let core = StoreCore(
      environment: environment, catalogTable: table, options: options)
    if try !hasVersion(core) {
      // The process stopped between creating the table and writing its first row, or another
      // program created the table.
      try putFormat(environment, table)
      guard try hasVersion(core) else { throw StoreError(.notAStore, context: environment.path) }
    }
    // Loading the catalog opens the tables of all collections.
    try core.reloadCatalog()
    try core.scheduleTakeover()
    return core
  }

  private static func existingTable(_ environment: Environment) throws(StoreError) -> Table? {
    do throws(LMDBError) {
      return try environment.table(CatalogRecord.tableName, create: false)
    } catch {
      if error.code == .tableNotFound { return nil }
      throw StoreError(error)
    }
  }

  /// Turns an empty environment into a store; refuses an environment with tables of another
  /// program.
  private static func makeStore(_ environment: Environment) throws(StoreError) -> Table {
    try storeErrors { () throws(LMDBError) in
      let isForeign = try environment.hasTables()
      if isForeign || environment.options.readOnly {
        throw LMDBError(.notAnEnvironment, context: environment.path)
      }
      return try environment.table(CatalogRecord.tableName)
    }
  }

  /// Writes the first row of an empty catalog, unless another process already wrote that row.
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

  /// Returns whether the catalog records a format version; throws if this code cannot read the
  /// version.
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

  /// Verifies all pages if the catalog names another commit than the file.
  ///
  /// The numbers differ if a tool renumbered the commits of a copy, or if the file mixes two
  /// commits. Only the full check distinguishes the two cases.
  private static func checkHead(_ core: StoreCore) throws(StoreError) {
    let environment = core.environment
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
    defer { environment.endRead(handle) }
    let head = try CatalogTable(transaction: handle, table: core.catalogTable).head()
    let current = handle.id
    if head.transaction == 0 || head.transaction == current { return }
    try storeErrors { () throws(LMDBError) in _ = try environment.verify() }
  }
}
