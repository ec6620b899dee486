import Synchronization

extension Environment {
  /// Opens a table with byte keys.
  ///
  /// Creates a missing table, unless `create` is false.
  ///
  /// The handle is valid on every thread until the environment is closed or the table is dropped.
  /// Opening a table again returns the same handle. A table cannot be opened inside a write of the
  /// same thread. A transaction that began before the table was first opened throws `badTable` for
  /// the table.
  ///
  /// After ``drop(_:)-(Table)``, every use of the handle throws `tableDropped`. Opening the name
  /// again creates a new table with a new handle.
  /// - Complexity: O(open tables) the first time, O(1) later.
  /// - Throws: ``LMDBError`` with `tableNotFound` if the table is missing and `create` is false;
  ///   `incompatible` if the table has keys of the other kind; `tablesFull`; `nestedWrite`; the
  ///   errors of ``write(_:)`` if the table is created.
  public func table(_ name: String, create: Bool = true) throws(LMDBError) -> Table {
    Table(try open(name, integerKeys: false, create: create))
  }

  /// Opens a table with integer keys.
  ///
  /// Creates a missing table, unless `create` is false.
  ///
  /// The handle is valid on every thread until the environment is closed or the table is dropped.
  /// Opening a table again returns the same handle. A table cannot be opened inside a write of the
  /// same thread. A transaction that began before the table was first opened throws `badTable` for
  /// the table.
  ///
  /// After ``drop(_:)-(IntegerTable)``, every use of the handle throws `tableDropped`. Opening the
  /// name again creates a new table with a new handle.
  /// - Complexity: O(open tables) the first time, O(1) later.
  /// - Throws: ``LMDBError`` with `tableNotFound` if the table is missing and `create` is false;
  ///   `incompatible` if the table has keys of the other kind; `tablesFull`; `nestedWrite`; the
  ///   errors of ``write(_:)`` if the table is created.
  public func integerTable(_ name: String, create: Bool = true) throws(LMDBError) -> IntegerTable {
    IntegerTable(try open(name, integerKeys: true, create: create))
  }

  /// The names of all tables, in byte order.
  /// - Complexity: O(number of tables).
  /// - Throws: The ``LMDBError`` codes of ``read(_:)``.
  public func tableNames() throws -> [String] {
    try read { transaction in
      var names: [String] = []
      try transaction.forEach(in: .main(ofEnvironment: number)) { entry in
        let name = Array(copying: entry.key)
        // Table names have no zero byte. A key with a zero byte is a plain row of the main table.
        if !name.contains(0) { names.append(String(decoding: name, as: UTF8.self)) }
        return true
      }
      return names
    }
  }

  /// Whether the environment has any table.
  package func hasTables() throws(LMDBError) -> Bool {
    let handle = try beginRead()
    defer { endRead(handle) }
    return try handle.count(Table.main(ofEnvironment: number).place) > 0
  }

  private func open(
    _ name: String, integerKeys: Bool, create: Bool
  ) throws(LMDBError) -> TableLocation {
    try checkName(name)
    try checkFork()
    if let table = opened(name) {
      if table.hasIntegerKeys != integerKeys { throw LMDBError(.incompatible, context: name) }
      return table.place
    }
    if let place = try openExisting(name, integerKeys: integerKeys) { return place }
    guard create else { throw LMDBError(.tableNotFound, context: name) }
    return try createTable(name, integerKeys: integerKeys)
  }

  private func openExisting(
    _ name: String, integerKeys: Bool
  ) throws(LMDBError) -> TableLocation? {
    if state.withLock({ $0.writerThread == currentThread() }) {
      throw LMDBError(.nestedWrite, context: name)
    }
    tableLock.acquire()
    defer { tableLock.release() }
    let (environment, _) = try enter(takingIdleRead: false)
    defer { leave() }
    let transaction = try environment.begin(readOnly: true, environment: self.number)
    let place: TableLocation
    do throws(LMDBError) {
      place = try transaction.openTable(named: name, integerKeys: integerKeys, create: false)
    } catch {
      transaction.abort()
      if error.code == .tableNotFound { return nil }
      throw error
    }
    try transaction.commit()
    register([OpenedTable(name: name, place: place, hasIntegerKeys: integerKeys)])
    return place
  }

  private func createTable(
    _ name: String, integerKeys: Bool
  ) throws(LMDBError) -> TableLocation {
    // The writer's lock is always acquired before the table lock.
    let transaction = try beginWrite()
    tableLock.acquire()
    defer { tableLock.release() }
    do throws(LMDBError) {
      let place = try transaction.openTable(named: name, integerKeys: integerKeys, create: true)
      let table = OpenedTable(name: name, place: place, hasIntegerKeys: integerKeys)
      try commitWrite(transaction, opening: [table])
      return place
    } catch {
      abortWrite(transaction)
      throw error
    }
  }

  func opened(_ name: String) -> OpenedTable? {
    state.withLock { $0.tables[name] }
  }

  /// Registers the tables of a committed transaction.
  ///
  /// The call comes before the transaction is uncounted, so that the next exclusive user sees every
  /// table.
  func register(_ tables: [OpenedTable]) {
    if tables.isEmpty { return }
    state.withLock { state in
      for table in tables { state.tables[table.name] = table }
    }
  }

  private func checkName(_ name: String) throws(LMDBError) {
    if name.isEmpty { throw LMDBError(.keyEmpty, context: "table name") }
    if name.utf8.count > Self.maximumKeySize || name.utf8.contains(0) {
      throw LMDBError(.badValueSize, context: "table name of \(name.utf8.count) bytes")
    }
  }
}
