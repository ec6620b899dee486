internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Indexes and queries of a table of SQLite, by the C program.
func sqliteQueries<Object: QuerySample>(_ directory: String) throws -> QueryStore<Object> {
  let peer = try SQLiteModels(directory, Object.modelType)
  func column(_ field: QueryField) -> Int { Object.column(of: field) }
  return QueryStore(
    insert: { set, part in
      let outcome = unsafe sqlite_models_insert(
        peer.store, set.plain.forC + part.lowerBound, part.count)
      _ = try peer.digest(outcome)
    },
    build: { _ = try peer.digest(unsafe sqlite_queries_build(peer.store, column($0))) },
    drop: { _ = try peer.digest(unsafe sqlite_queries_drop(peer.store, column($0))) },
    prepare: { _ = try peer.digest(unsafe sqlite_queries_analyze(peer.store)) },
    keepCounts: { _ in },
    dropCounts: { _ in },
    equal: { try peer.digest(unsafe sqlite_queries_equal(peer.store, column($0), $1.forC)) },
    range: { try peer.digest(unsafe sqlite_queries_range(peer.store, column($0), $1.forC, $2)) },
    count: { try peer.digest(unsafe sqlite_queries_count(peer.store, column($0), $1.forC)).count },
    countBetween: {
      let outcome = unsafe sqlite_queries_count_between(peer.store, column($0), $1.forC, $2.forC)
      return try peer.digest(outcome).count
    },
    both: {
      let outcome = unsafe sqlite_queries_both(
        peer.store, column($0), $1.forC, column($2), $3.forC)
      return try peer.digest(outcome)
    },
    last: { try peer.digest(unsafe sqlite_queries_last(peer.store, column($0), $1, $2)) },
    below: {
      try peer.digest(unsafe sqlite_queries_below(peer.store, column($0), Int64(clamping: $1)))
    },
    update: {
      let outcome = unsafe sqlite_queries_update(
        peer.store, $0.rows.forC, column(.second), $1.forC)
      return try peer.digest(outcome).count
    },
    close: { try peer.close() })
}
