/// A compacting copy that reads the rows of one snapshot, and appends the rows to a new file.
///
/// LMDB's own compacting copy refuses a file with leaked pages. A file has leaked pages after
/// ``TransactionHandle/abandonTable(named:)``.
struct RowCopy {
  private let source: Environment
  private let target: Environment

  /// Writes the copy of an environment to a file, which may exist.
  ///
  /// During the copy, a directory beside the file holds the new environment.
  static func write(_ source: Environment, to file: String) throws(LMDBError) {
    let directory = file + directorySuffix
    try remove(directory)
    try FileSystem.makeDirectory(directory)
    do {
      var options = EnvironmentOptions()
      options.allowsAnyFilesystem = source.options.allowsAnyFilesystem
      options.maximumTables = source.tableCapacity
      let target = try Environment(path: directory, options: options)
      defer { target.close() }
      try RowCopy(source: source, target: target).run()
      try FileSystem.rename(EnvironmentLocation.dataFile(in: directory), to: file)
    } catch {
      // The caller gets only the first failure. The next copy removes the remaining files.
      try? remove(directory)
      throw error
    }
    try remove(directory)
  }

  /// The end of the name of the directory that holds the new environment.
  static let directorySuffix = ".rows"

  private static func remove(_ directory: String) throws(LMDBError) {
    guard try FileStatus.at(directory) != nil else { return }
    for name in try FileSystem.names(in: directory) {
      try FileSystem.remove(directory + "/" + name)
    }
    try FileSystem.removeDirectory(directory)
  }

  private func run() throws(LMDBError) {
    let (read, contents) = try snapshot()
    defer { source.endRead(read) }
    let write = try target.beginWrite()
    target.tableLock.acquire()
    defer { target.tableLock.release() }
    do throws(LMDBError) {
      for table in contents.tables { try append(table, read, write) }
      for key in contents.plainKeys { try copyPlainRow(key, read, write) }
      try target.commitWrite(write)
    } catch {
      target.abortWrite(write)
      throw error
    }
  }

  private struct Contents {
    var tables: [OpenedTable] = []
    /// The keys of the rows of the main table.
    var plainKeys: [[UInt8]] = []
  }

  /// Begins a read, after opening all tables of the read in this process.
  private func snapshot() throws(LMDBError) -> (TransactionHandle, Contents) {
    while true {
      let read = try source.beginRead()
      let closed: (name: String, hasIntegerKeys: Bool)
      do throws(LMDBError) {
        var contents = Contents()
        guard let found = try list(read, &contents) else { return (read, contents) }
        closed = found
      } catch {
        source.endRead(read)
        throw error
      }
      source.endRead(read)
      if closed.hasIntegerKeys {
        _ = try source.integerTable(closed.name, create: false)
      } else {
        _ = try source.table(closed.name, create: false)
      }
    }
  }

  /// Lists the contents of a read; returns the first table that this process has not opened.
  private func list(
    _ read: TransactionHandle, _ contents: inout Contents
  ) throws(LMDBError) -> (name: String, hasIntegerKeys: Bool)? {
    var keys: [[UInt8]] = []
    let cursor = try CursorHandle(read, over: Table.main(ofEnvironment: source.number).place)
    defer { cursor.close() }
    while let entry = try cursor.move(.next) { keys.append(Array(copying: entry.key)) }
    for key in keys {
      guard let flags = try read.flags(ofTable: key) else {
        contents.plainKeys.append(key)
        continue
      }
      let name = String(decoding: key, as: UTF8.self)
      guard let table = source.opened(name) else { return (name, flags.contains(.integerKey)) }
      contents.tables.append(table)
    }
    return nil
  }

  private func append(
    _ table: OpenedTable, _ read: TransactionHandle, _ write: TransactionHandle
  ) throws(LMDBError) {
    let place = try write.openTable(
      named: table.name, integerKeys: table.hasIntegerKeys, create: true)
    let from = try CursorHandle(read, over: table.place)
    defer { from.close() }
    let to = try CursorHandle(write, over: place)
    defer { to.close() }
    while let entry = try from.move(.next) {
      if table.hasIntegerKeys {
        let row = try entry.asInteger()
        try to.put(row.value, forKey: row.key)
      } else {
        _ = try to.put(entry.value, forKey: entry.key, mode: .append)
      }
    }
  }

  private func copyPlainRow(
    _ key: [UInt8], _ read: TransactionHandle, _ write: TransactionHandle
  ) throws(LMDBError) {
    let cursor = try CursorHandle(read, over: Table.main(ofEnvironment: source.number).place)
    defer { cursor.close() }
    guard let entry = try cursor.seek(key.span) else { return }
    let main = Table.main(ofEnvironment: target.number)
    _ = try write.put(entry.value, forKey: entry.key, in: main, mode: .overwrite)
  }
}
