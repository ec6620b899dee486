import Synchronization

extension Environment {
  /// Opens a table with byte keys, and creates it when there is none.
  ///
  /// The handle stays valid while the environment is open, in every thread; opening a table again gives the
  /// same one. A table cannot be opened inside a write of the same thread.
  /// A transaction that had begun before the table was first opened does not know it, and answers
  /// `badTable`.
  ///
  /// There is no call that deletes a table: LMDB would give its handle to the next table while other
  /// threads and processes still hold it. Clear it, and use it again.
  /// - Complexity: O(open tables) the first time, O(1) later.
  /// - Throws: ``LMDBError`` with `tableNotFound` when there is none and `create` is false;
  ///   `incompatible` when it exists with other keys; `tablesFull`; `nestedWrite`; and what
  ///   ``write(_:)`` throws when it is created.
  public func table(_ name: String, create: Bool = true) throws(LMDBError) -> Table {
    Table(number: try open(name, integerKeys: false, create: create), environment: number)
  }

  /// Opens a table with integer keys, and creates it when there is none.
  ///
  /// As ``table(_:create:)``.
  public func integerTable(_ name: String, create: Bool = true) throws(LMDBError) -> IntegerTable {
    IntegerTable(number: try open(name, integerKeys: true, create: create), environment: number)
  }

  /// The names of all tables, in byte order.
  /// - Complexity: O(number of tables).
  /// - Throws: ``LMDBError`` as ``read(_:)``.
  public func tableNames() throws -> [String] {
    try read { transaction in
      var names: [String] = []
      try transaction.forEach(in: Table(number: 1, environment: number)) { entry in
        let name = Array(copying: entry.key)
        // No name has a zero byte; a key with one is a plain row of the main table.
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
    return try handle.count(table: 1) > 0
  }

  private func open(_ name: String, integerKeys: Bool, create: Bool) throws(LMDBError) -> UInt32 {
    try checkName(name)
    try checkFork()
    if let table = opened(name) {
      if table.hasIntegerKeys != integerKeys { throw LMDBError(.incompatible, context: name) }
      return table.number
    }
    if let number = try openExisting(name, integerKeys: integerKeys) { return number }
    guard create else { throw LMDBError(.tableNotFound, context: name) }
    return try createTable(name, integerKeys: integerKeys)
  }

  private func openExisting(_ name: String, integerKeys: Bool) throws(LMDBError) -> UInt32? {
    if state.withLock({ $0.writerThread == currentThread() }) {
      throw LMDBError(.nestedWrite, context: name)
    }
    tableLock.acquire()
    defer { tableLock.release() }
    let (environment, _) = try enter(takingIdleRead: false)
    defer { leave() }
    let transaction = try environment.begin(readOnly: true, environment: self.number)
    let number: UInt32
    do throws(LMDBError) {
      number = try transaction.openTable(named: name, integerKeys: integerKeys, create: false)
    } catch {
      transaction.abort()
      if error.code == .tableNotFound { return nil }
      throw error
    }
    try transaction.commit()
    register(name, number: number, integerKeys: integerKeys)
    return number
  }

  private func createTable(_ name: String, integerKeys: Bool) throws(LMDBError) -> UInt32 {
    // The writer's lock comes first everywhere, then the table lock.
    let transaction = try beginWrite()
    tableLock.acquire()
    defer { tableLock.release() }
    do throws(LMDBError) {
      let number = try transaction.openTable(named: name, integerKeys: integerKeys, create: true)
      try commitWrite(transaction)
      register(name, number: number, integerKeys: integerKeys)
      return number
    } catch {
      abortWrite(transaction)
      throw error
    }
  }

  func opened(_ name: String) -> OpenedTable? {
    state.withLock { $0.tables[name] }
  }

  package func register(_ name: String, number: UInt32, integerKeys: Bool) {
    let table = OpenedTable(name: name, number: number, hasIntegerKeys: integerKeys)
    state.withLock { $0.tables[name] = table }
  }

  private func checkName(_ name: String) throws(LMDBError) {
    if name.isEmpty { throw LMDBError(.keyEmpty, context: "table name") }
    if name.utf8.count > Self.maximumKeySize || name.utf8.contains(0) {
      throw LMDBError(.badValueSize, context: "table name of \(name.utf8.count) bytes")
    }
  }
}
