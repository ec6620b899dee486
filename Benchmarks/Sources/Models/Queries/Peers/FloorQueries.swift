internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Indexes and queries by the hand-written C program on LMDB.
///
/// - Parameter checked: whether the program makes the promises of Lode's default options.
func floorQueries<Object: QuerySample>(
  _ directory: String, checked: Bool
) throws -> QueryStore<Object> {
  let floor = try FloorQueries(directory, Object.modelType, checked: checked)
  func column(_ field: QueryField) -> Int { Object.column(of: field) }
  return QueryStore(
    insert: { set, part in
      let outcome = unsafe lmdb_queries_insert(
        floor.store, set.plain.forC + part.lowerBound, part.count)
      _ = try floor.digest(outcome)
    },
    build: { _ = try floor.digest(unsafe lmdb_queries_build(floor.store, column($0))) },
    drop: { _ = try floor.digest(unsafe lmdb_queries_drop(floor.store, column($0))) },
    prepare: {},
    keepCounts: { _ in },
    dropCounts: { _ in },
    equal: { try floor.digest(unsafe lmdb_queries_equal(floor.store, column($0), $1.forC)) },
    range: { try floor.digest(unsafe lmdb_queries_range(floor.store, column($0), $1.forC, $2)) },
    count: { try floor.digest(unsafe lmdb_queries_count(floor.store, column($0), $1.forC)).count },
    countBetween: {
      let outcome = unsafe lmdb_queries_count_between(floor.store, column($0), $1.forC, $2.forC)
      return try floor.digest(outcome).count
    },
    both: {
      let outcome = unsafe lmdb_queries_both(
        floor.store, column($0), $1.forC, column($2), $3.forC)
      return try floor.digest(outcome)
    },
    last: { try floor.digest(unsafe lmdb_queries_last(floor.store, column($0), $1, $2)) },
    below: {
      try floor.digest(unsafe lmdb_queries_below(floor.store, column($0), Int64(clamping: $1)))
    },
    update: {
      let outcome = unsafe lmdb_queries_update(
        floor.store, $0.rows.forC, column(.second), $1.forC)
      return try floor.digest(outcome).count
    },
    close: { unsafe lmdb_queries_close(floor.store) })
}

@safe private final class FloorQueries {
  let store: OpaquePointer

  init(_ directory: String, _ type: model_type, checked: Bool) throws {
    var store: OpaquePointer?
    let status = unsafe lmdb_queries_open(directory, 64 << 30, type, checked, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func digest(_ outcome: bench_outcome) throws -> Digest {
    if outcome.status != 0 { throw Self.failure(outcome.status) }
    return Digest(outcome.digest)
  }

  private static func failure(_ status: Int32) -> BenchFailure {
    BenchFailure("LMDB in C: " + (unsafe String(cString: lmdb_queries_message(status))))
  }
}
