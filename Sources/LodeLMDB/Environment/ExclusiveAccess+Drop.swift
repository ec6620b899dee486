// Dropping a table.
extension ExclusiveAccess {
  /// Drops the table at a location, if no other process has the environment open.
  ///
  /// A process that opens the environment during the drop waits inside LMDB, before the process
  /// sees a table.
  mutating func drop(_ place: TableLocation) throws(LMDBError) {
    let table = try tables.table(at: place)
    guard try handle.openers?.takeAlone(location.directory) == true else {
      throw LMDBError(.openElsewhere, context: location.directory)
    }
    // If the map cannot grow, `attemptDrop` reopens the files with a new handle.
    defer { reopened?.openers?.share() }
    while try !attemptDrop(table) {}
  }

  /// Drops a table, or resizes the map and returns `false` if the map is too small or outdated.
  private mutating func attemptDrop(_ table: OpenedTable) throws(LMDBError) -> Bool {
    do throws(LMDBError) {
      try commitDrop(table)
      return true
    } catch {
      switch error.code {
      case .mapResized: try resize(to: 0)
      case .mapFull: try doubleMap()
      default: throw error
      }
      return false
    }
  }

  /// Drops a table in one transaction.
  private mutating func commitDrop(_ table: OpenedTable) throws(LMDBError) {
    let transaction = try handle.beginWrite(at: location)
    do throws(LMDBError) {
      // Open the table by name, because a failed commit of an earlier attempt closed LMDB's handle.
      let place = try transaction.openTable(named: table.name, create: false)
      try transaction.drop(place)
      // LMDB has closed its handle, whether or not the commit succeeds.
      handle.slots.retire(place.slot)
      tables[table.name] = nil
    } catch {
      transaction.abort()
      throw error
    }
    do {
      try transaction.commit()
    } catch {
      throw handle.explain(error, path: location.directory)
    }
  }
}

extension [String: OpenedTable] {
  /// Returns the open table at a location, or throws `tableDropped` if the table was dropped.
  func table(at place: TableLocation) throws(LMDBError) -> OpenedTable {
    guard let table = values.first(where: { $0.place == place }) else {
      throw LMDBError.tableDropped()
    }
    return table
  }
}
