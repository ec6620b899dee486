/// A compacting copy that reads the rows of one snapshot, and appends the rows to a new file.
///
/// LMDB's own compacting copy refuses a file with leaked pages. A leaked page is neither in use nor
/// free. A file has leaked pages after ``TransactionHandle/abandonTable(named:)``.
struct RowCopy {
  private let source: Environment
  private let target: Environment
  private let read: TransactionHandle
  /// The number of copied bytes after which a commit frees the memory of the written pages.
  private static let mostBytes = 32 << 20

  /// Writes the copy of an environment to a file, and replaces an existing file.
  ///
  /// On return, the contents of the file are on disk. The caller must sync the directory of the
  /// file. During the copy, a directory beside the file contains the new environment.
  static func write(_ source: Environment, to file: String) throws(LMDBError) {
    let directory = file + EnvironmentLocation.rowCopySuffix
    try removeLeftovers(of: file)
    try FileSystem.makeDirectory(directory)
    do {
      let (read, contents) = try snapshot(of: source)
      defer { source.endRead(read) }
      var options = EnvironmentOptions()
      options.allowsAnyFilesystem = true
      options.durability = .relaxed
      options.maximumTables = max(source.tableCapacity, contents.tables.count)
      options.mapSize = try source.info().mapSize
      let target = try Environment(path: directory, options: options)
      defer { target.close() }
      try RowCopy(source: source, target: target, read: read).copy(contents)
      try FileSystem.move(EnvironmentLocation.dataFile(in: directory), to: file)
      try Descriptor(path: file, .readWrite).synchronize(file)
    } catch {
      // The caller gets only the first failure. The next copy removes the remaining files.
      try? removeLeftovers(of: file)
      throw error
    }
    try removeLeftovers(of: file)
  }

  /// Removes the directory that a copy to a file has left.
  static func removeLeftovers(of file: String) throws(LMDBError) {
    let directory = file + EnvironmentLocation.rowCopySuffix
    guard try FileStatus.at(directory) != nil else { return }
    for name in try FileSystem.names(in: directory) {
      try FileSystem.remove(directory + "/" + name)
    }
    try FileSystem.removeDirectory(directory)
  }

  private struct Contents {
    var tables: [OpenedTable] = []
    /// The keys of the plain rows: the rows of the main table that are not records of tables.
    var plainKeys: [[UInt8]] = []
  }

  private func copy(_ contents: Contents) throws(LMDBError) {
    for table in contents.tables {
      let place = try target.table(table.name).place
      let cursor = try CursorHandle(read, over: table.place)
      defer { cursor.close() }
      var hasMore = true
      while hasMore {
        try inWrite { write throws(LMDBError) in
          hasMore = try append(cursor, to: place, write)
        }
      }
    }
    // LMDB sets the key comparison of the main table when a process first opens a named table, even
    // a missing table. Without the comparison, LMDB cannot write a plain row.
    _ = try? target.table("missing", create: false)
    try inWrite { write throws(LMDBError) in
      for key in contents.plainKeys { try copyPlainRow(key, write) }
    }
  }

  private func inWrite(
    _ body: (TransactionHandle) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    let write = try target.beginWrite()
    do throws(LMDBError) {
      try body(write)
      try target.commitWrite(write)
    } catch {
      target.abortWrite(write)
      throw error
    }
  }

  /// Begins a read whose tables are all open in this process; opens the missing tables first.
  private static func snapshot(
    of source: Environment
  ) throws(LMDBError) -> (TransactionHandle, Contents) {
    while true {
      let read = try source.beginRead()
      let closed: String
      do throws(LMDBError) {
        var contents = Contents()
        guard let found = try list(read, of: source, &contents) else { return (read, contents) }
        closed = found
      } catch {
        source.endRead(read)
        throw error
      }
      source.endRead(read)
      _ = try source.table(closed, create: false)
    }
  }

  /// Lists the contents of a read, up to the first table that this process has not opened.
  ///
  /// Returns the name of this table, or `nil` if the list is complete.
  private static func list(
    _ read: TransactionHandle, of source: Environment, _ contents: inout Contents
  ) throws(LMDBError) -> String? {
    var keys: [[UInt8]] = []
    let cursor = try CursorHandle(read, over: read.mainTable.place)
    defer { cursor.close() }
    while let entry = try cursor.move(.next) { keys.append(Array(copying: entry.key)) }
    for key in keys {
      guard try read.hasTable(key) else {
        contents.plainKeys.append(key)
        continue
      }
      let name = String(decoding: key, as: UTF8.self)
      guard let table = source.opened(name) else { return name }
      contents.tables.append(table)
    }
    return nil
  }

  /// Appends the next rows of a table, up to about `mostBytes` bytes.
  ///
  /// Returns `false` after the last row, or `true` if the limit of bytes has ended the call.
  private func append(
    _ cursor: CursorHandle, to place: TableLocation, _ write: TransactionHandle
  ) throws(LMDBError) -> Bool {
    let target = try CursorHandle(write, over: place)
    defer { target.close() }
    var bytes = 0
    while let entry = try cursor.move(.next) {
      if try !target.put(entry.value, forKey: entry.key, mode: .append) {
        throw LMDBError(.corrupted, context: "the keys of a table are not in order")
      }
      bytes += entry.key.count + entry.value.count
      if bytes >= Self.mostBytes { return true }
    }
    return false
  }

  private func copyPlainRow(_ key: [UInt8], _ write: TransactionHandle) throws(LMDBError) {
    let cursor = try CursorHandle(read, over: read.mainTable.place)
    defer { cursor.close() }
    guard let entry = try cursor.seek(key.span) else { return }
    _ = try write.put(entry.value, forKey: entry.key, in: write.mainTable, mode: .overwrite)
  }
}
