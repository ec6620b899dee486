public import BenchHarness
internal import LMDBFloor

/// The floor: a hand-written C program on liblmdb, called from this process.
@safe final class LMDBFloorEngine: Engine {
  // LMDB's environment may be used from any thread; C keeps a transaction within each call.
  private nonisolated(unsafe) let store: OpaquePointer

  init(_ directory: String, mapSize: Int) throws {
    var store: OpaquePointer?
    let status = unsafe lmdb_floor_open(directory, mapSize, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration {
    let outcome = unsafe lmdb_floor_load(store, rows.forC, batch, ascending)
    _ = try digest(outcome)
    return .nanoseconds(outcome.commit_nanoseconds)
  }

  func get(_ keys: Rows, lane: Int) throws -> Digest {
    try digest(unsafe lmdb_floor_get(store, keys.forC))
  }

  func getEach(_ keys: Rows) throws -> Digest {
    try digest(unsafe lmdb_floor_get_each(store, keys.forC))
  }

  func scan(reverse: Bool) throws -> Digest {
    try digest(unsafe lmdb_floor_scan(store, reverse))
  }

  func ranges(from starts: Rows, length: Int) throws -> Digest {
    try digest(unsafe lmdb_floor_ranges(store, starts.forC, length))
  }

  func delete(_ keys: Rows) throws -> Int {
    try digest(unsafe lmdb_floor_delete(store, keys.forC)).count
  }

  func matches(_ rows: Rows) throws -> Int {
    try digest(unsafe lmdb_floor_match(store, rows.forC)).count
  }

  func write(_ rows: Rows, writers: Int) throws {
    _ = try digest(unsafe lmdb_floor_write(store, rows.forC, writers))
  }

  func compact(into directory: String) throws {
    let status = unsafe lmdb_floor_compact(store, directory)
    if status != 0 { throw Self.failure(status) }
  }

  func close() { unsafe lmdb_floor_close(store) }

  private func digest(_ outcome: bench_outcome) throws -> Digest {
    if outcome.status != 0 { throw Self.failure(outcome.status) }
    return Digest(outcome.digest)
  }

  private static func failure(_ status: Int32) -> BenchFailure {
    BenchFailure("lmdb-c: " + (unsafe String(cString: lmdb_floor_message(status))))
  }
}

extension Peer {
  /// LMDB's C floor, which all ratios are against.
  public static let lmdbFloor = Peer(
    name: "lmdb-c",
    about: "hand-written C on " + (unsafe String(cString: lmdb_floor_version()))
      + ", default (durable) flags, MDB_NOTLS, -O2"
  ) { directory, _ in
    try LMDBFloorEngine(directory, mapSize: mapSize)
  }
}

/// The map that every LMDB engine reserves.
let mapSize = 64 << 30
