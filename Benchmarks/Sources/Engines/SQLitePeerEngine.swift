public import BenchHarness
internal import SQLitePeer

/// SQLite through its C interface, called from this process.
@safe final class SQLitePeerEngine: Engine {
  // Each lane and the writer are connections of their own; writers take turns inside C.
  private nonisolated(unsafe) let store: OpaquePointer

  init(_ directory: String, smallRows: Bool) throws {
    var store: OpaquePointer?
    let status = unsafe sqlite_peer_open(databasePath(directory), smallRows, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration {
    let outcome = unsafe sqlite_peer_load(store, rows.forC, batch)
    _ = try digest(outcome)
    return .nanoseconds(outcome.commit_nanoseconds)
  }

  func get(_ keys: Rows, lane: Int) throws -> Digest {
    try digest(unsafe sqlite_peer_get(store, keys.forC, lane, false))
  }

  func getEach(_ keys: Rows) throws -> Digest {
    try digest(unsafe sqlite_peer_get(store, keys.forC, 0, true))
  }

  func scan(reverse: Bool) throws -> Digest {
    try digest(unsafe sqlite_peer_scan(store, reverse))
  }

  func ranges(from starts: Rows, length: Int) throws -> Digest {
    try digest(unsafe sqlite_peer_ranges(store, starts.forC, length))
  }

  func delete(_ keys: Rows) throws -> Int {
    try digest(unsafe sqlite_peer_delete(store, keys.forC)).count
  }

  func matches(_ rows: Rows) throws -> Int {
    try digest(unsafe sqlite_peer_match(store, rows.forC)).count
  }

  func write(_ rows: Rows, writers: Int) throws {
    _ = try digest(unsafe sqlite_peer_write(store, rows.forC, writers))
  }

  func compact(into directory: String) throws {
    let status = unsafe sqlite_peer_compact(store, databasePath(directory))
    if status != 0 { throw Self.failure(status) }
  }

  func close() throws {
    let status = unsafe sqlite_peer_checkpoint(store)
    unsafe sqlite_peer_close(store)
    if status != 0 { throw Self.failure(status) }
  }

  private func digest(_ outcome: bench_outcome) throws -> Digest {
    if outcome.status != 0 { throw Self.failure(outcome.status) }
    return Digest(outcome.digest)
  }

  private static func failure(_ status: Int32) -> BenchFailure {
    BenchFailure("sqlite-c: " + (unsafe String(cString: sqlite_peer_message(status))))
  }
}

extension Peer {
  /// SQLite in C.
  public static let sqlite = Peer(
    name: "sqlite-c",
    about: "SQLite " + (unsafe String(cString: sqlite_peer_version()))
      + " in C: prepared statements, WAL, synchronous=FULL, mmap 2 GB, cache 64 MB, -O2"
  ) { directory, valueSize in
    try SQLitePeerEngine(directory, smallRows: isSmall(valueSize))
  }
}

/// The database file of the SQLite engines.
func databasePath(_ directory: String) -> String { directory + "/rows.sqlite" }

/// Whether a row belongs into the primary key's own tree (WITHOUT ROWID): SQLite's advice is to do
/// that for rows up to about a twentieth of a page of 4 KB.
func isSmall(_ valueSize: Int) -> Bool { valueSize <= 200 }
