internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Persons in SQLite, by the C program: a thread and a connection for each task.
func sqliteYCSB(_ directory: String, tasks: Int) throws -> YCSBStore {
  let peer = try SQLiteYCSB(directory, connections: tasks)
  return YCSBStore(
    run: { run in
      let outcome = unsafe sqlite_ycsb_run(peer.store, run.forC, run.count, run.tasks.count)
      return try peer.digest(outcome)
    },
    scan: { try peer.digest(unsafe sqlite_ycsb_scan(peer.store)) },
    ages: { keys in
      var ages = [Int64](repeating: 0, count: keys.count)
      // The pointer does not outlive the call.
      let outcome = unsafe ages.withUnsafeMutableBufferPointer { ages in
        unsafe ages.baseAddress.map { unsafe sqlite_ycsb_ages(peer.store, keys.rows.forC, $0) }
      }
      if let outcome = outcome { _ = try peer.digest(outcome) }
      return ages.map { Int($0) }
    },
    close: { try peer.close() })
}

@safe private final class SQLiteYCSB: SQLiteCaller {
  let store: OpaquePointer

  init(_ directory: String, connections: Int) throws {
    var store: OpaquePointer?
    let status = unsafe sqlite_ycsb_open(objectDatabase(directory), connections, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func close() throws {
    let status = unsafe sqlite_ycsb_close(store)
    if status != 0 { throw Self.failure(status) }
  }
}
