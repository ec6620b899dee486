internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Objects in a table of SQLite, by the C program.
func sqliteModels<Object: ModelSample>(_ directory: String) throws -> ModelStore<Object> {
  let peer = try SQLiteModels(directory, Object.modelType)
  return ModelStore(
    insert: { set, count in
      let outcome = unsafe sqlite_models_insert(peer.store, set.plain.forC, count)
      _ = try peer.digest(outcome)
      return .nanoseconds(outcome.commit_nanoseconds)
    },
    get: { try peer.digest(unsafe sqlite_models_get(peer.store, $0.rows.forC, false)) },
    getEach: { try peer.digest(unsafe sqlite_models_get(peer.store, $0.rows.forC, true)) },
    scan: { try peer.digest(unsafe sqlite_models_scan(peer.store)) },
    delete: { try peer.digest(unsafe sqlite_models_delete(peer.store, $0.rows.forC)).count },
    countEqual: { set, count in
      try peer.digest(unsafe sqlite_models_match(peer.store, set.plain.forC, count)).count
    },
    close: { try peer.close() })
}

/// The database file of objects in a directory.
func objectDatabase(_ directory: String) -> String { directory + "/objects.sqlite" }

/// Makes the table that all peers on SQLite use.
func makeObjectTable(_ directory: String, _ type: model_type) throws {
  try SQLiteModels(directory, type).close()
}

@safe final class SQLiteModels: SQLiteCaller {
  let store: OpaquePointer

  init(_ directory: String, _ type: model_type) throws {
    var store: OpaquePointer?
    let status = unsafe sqlite_models_open(objectDatabase(directory), type, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func close() throws {
    let status = unsafe sqlite_models_checkpoint(store)
    unsafe sqlite_models_close(store)
    if status != 0 { throw Self.failure(status) }
  }
}

/// A caller of the C functions of `sqlite_rows.h` and the files beside it.
protocol SQLiteCaller {}

extension SQLiteCaller {
  /// Returns what a function found, or throws its failure.
  func digest(_ outcome: bench_outcome) throws -> Digest {
    if outcome.status != 0 { throw Self.failure(outcome.status) }
    return Digest(outcome.digest)
  }

  static func failure(_ status: Int32) -> BenchFailure {
    BenchFailure("sqlite-c: " + (unsafe String(cString: sqlite_models_message(status))))
  }
}
