/// LMDB's environment while no transaction of this process is open, and none can begin.
///
/// ``Admission`` grants the access, and adopts the handle and the tables at the end.
struct ExclusiveAccess {
  let location: EnvironmentLocation
  private let options: EnvironmentOptions
  /// Whether commits skip the sync of the meta page.
  private let isRelaxed: Bool
  /// LMDB's environment at the beginning; closed after ``reopen(mapSize:room:)``.
  let handle: EnvironmentHandle
  /// LMDB's environment at the end; `nil` if the files did not open again.
  private(set) var reopened: EnvironmentHandle?
  /// The open tables, by name.
  var tables: [String: OpenedTable]

  init(
    _ handle: EnvironmentHandle, _ state: EnvironmentState, location: EnvironmentLocation,
    options: EnvironmentOptions
  ) {
    self.location = location
    self.options = options
    isRelaxed = state.isRelaxed
    self.handle = handle
    reopened = handle
    tables = state.tables
  }

  /// Frees the reader slots of dead processes, and doubles the map.
  mutating func doubleMap() throws(LMDBError) {
    _ = try handle.clearStaleReaders()
    try resize(to: try handle.info().doubledMapSize(path: location.directory))
  }

  /// Changes the size of the map.
  ///
  /// A size of zero means the size that the file states. If the system refuses the size, `resize`
  /// reopens the files with the old size, and throws the system's error.
  mutating func resize(to size: Int) throws(LMDBError) {
    let present = try handle.info().mapSize
    do throws(LMDBError) {
      try handle.setMapSize(size)
    } catch {
      // LMDB unmaps the old map before it maps the new map, so a failure leaves no map.
      try reopen(mapSize: present)
      throw error
    }
  }

  /// Replaces LMDB's environment; a failure closes the environment.
  ///
  /// - Parameters:
  ///   - mapSize: The map size to reserve, in bytes.
  ///   - room: The smallest capacity for open tables; 0 for the capacity of the options.
  mutating func reopen(mapSize: Int, room: Int = 0) throws(LMDBError) {
    let openings = handle.slots.openings()
    let isSound = handle.maps?.isSound == true
    handle.close()
    reopened = nil
    do throws(LMDBError) {
      reopened = try openAgain(openings, mapSize: mapSize, room: room)
      if isSound { reopened?.maps?.declareSound() }
    } catch {
      // Release the path, so that a program can open the path again after repairing the cause.
      location.release()
      EnvironmentRegistry.remove(location.identity)
      throw error
    }
  }

  /// Opens the files with the same tables; a failure leaves no open file.
  private mutating func openAgain(
    _ openings: [UInt32], mapSize: Int, room: Int
  ) throws(LMDBError) -> EnvironmentHandle {
    var options = options
    options.mapSize = mapSize
    let inFile = try EnvironmentOpening.checkFile(
      EnvironmentLocation.dataFile(in: location.directory), full: false, pad: !options.readOnly)
    let handle = try EnvironmentOpening.openLMDB(
      location.directory, number: handle.slots.environment, tables: max(inFile, tables.count, room),
      slots: openings.count, options: options)
    do throws(LMDBError) {
      if !options.readOnly { try handle.synchronize() }
      // The reopened environment has the durability of the options, so restore the durability of
      // the last write.
      try handle.setRelaxed(isRelaxed)
      let opened = try openTables(in: handle)
      handle.slots.resume(openings, keeping: opened.map { ($0.table.place, $0.number) })
      tables = Dictionary(uniqueKeysWithValues: opened.map { ($0.table.name, $0.table) })
    } catch {
      handle.close()
      throw error
    }
    return handle
  }

  /// Opens the tables, and returns LMDB's new number of each table.
  ///
  /// Leaves out tables that another process dropped while the files were closed.
  private func openTables(
    in handle: EnvironmentHandle
  ) throws(LMDBError) -> [(table: OpenedTable, number: UInt32)] {
    let transaction = try handle.begin(readOnly: true)
    var opened: [(table: OpenedTable, number: UInt32)] = []
    do throws(LMDBError) {
      for table in tables.values.sorted(by: { $0.place.slot < $1.place.slot }) {
        if let number = try number(of: table, in: transaction) { opened.append((table, number)) }
      }
    } catch {
      transaction.abort()
      throw error
    }
    try transaction.commit()
    return opened
  }

  /// Opens one table, and returns LMDB's new number; `nil` if another process dropped the table.
  private func number(
    of table: OpenedTable, in transaction: TransactionHandle
  ) throws(LMDBError) -> UInt32? {
    do throws(LMDBError) {
      // The slots are new, so each slot number equals LMDB's table number.
      return try transaction.openTable(named: table.name, create: false).slot
    } catch {
      if error.code == .tableNotFound || error.code == .incompatible { return nil }
      throw error
    }
  }
}
