internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Objects in LMDB, by the hand-written C program.
///
/// - Parameter checked: whether the program makes the promises of Lode's default options.
func floorModels<Object: ModelSample>(
  _ directory: String, checked: Bool
) throws -> ModelStore<Object> {
  let floor = try FloorModels(directory, Object.modelType, checked: checked)
  return ModelStore(
    insert: { set, count in
      let outcome = unsafe lmdb_models_insert(floor.store, set.plain.forC, count)
      _ = try floor.digest(outcome)
      return .nanoseconds(outcome.commit_nanoseconds)
    },
    get: { try floor.digest(unsafe lmdb_models_get(floor.store, $0.rows.forC, false)) },
    getEach: { try floor.digest(unsafe lmdb_models_get(floor.store, $0.rows.forC, true)) },
    scan: { try floor.digest(unsafe lmdb_models_scan(floor.store)) },
    delete: { try floor.digest(unsafe lmdb_models_delete(floor.store, $0.rows.forC)).count },
    countEqual: { set, count in
      try floor.digest(unsafe lmdb_models_match(floor.store, set.plain.forC, count)).count
    },
    close: { unsafe lmdb_models_close(floor.store) })
}

@safe private final class FloorModels {
  let store: OpaquePointer

  init(_ directory: String, _ type: model_type, checked: Bool) throws {
    var store: OpaquePointer?
    let status = unsafe lmdb_models_open(directory, 64 << 30, type, checked, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func digest(_ outcome: bench_outcome) throws -> Digest {
    if outcome.status != 0 { throw Self.failure(outcome.status) }
    return Digest(outcome.digest)
  }

  private static func failure(_ status: Int32) -> BenchFailure {
    BenchFailure("LMDB in C: " + (unsafe String(cString: lmdb_models_message(status))))
  }
}
