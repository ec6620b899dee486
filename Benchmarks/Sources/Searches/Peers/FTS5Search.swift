internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Searches by SQLite's FTS5.
func fts5Search(_ directory: String, storesTexts: Bool) throws -> SearchStore {
  let peer = try FTS5Search(directory, storesTexts)
  return SearchStore(
    insert: { texts, part, batch in
      try peer.check(
        unsafe sqlite_search_insert(
          peer.store, texts.forC + part.lowerBound, Int64(part.lowerBound + 1), part.count, batch))
    },
    update: { texts, changes in try peer.update(texts, changes) },
    rebuild: storesTexts ? { try peer.check(unsafe sqlite_search_rebuild(peer.store)) } : nil,
    compact: {
      try peer.check(unsafe sqlite_search_optimize(peer.store))
      return Int(unsafe sqlite_search_bytes(peer.store))
    },
    top: { query, limit in try peer.top(query, limit) },
    count: { query in
      var count: Int64 = 0
      try peer.check(unsafe sqlite_search_count(peer.store, query, &count))
      return Int(count)
    },
    close: { unsafe sqlite_search_close(peer.store) })
}

@safe private final class FTS5Search {
  let store: OpaquePointer

  init(_ directory: String, _ storesTexts: Bool) throws {
    var store: OpaquePointer?
    let status = unsafe sqlite_search_open(directory + "/texts.sqlite", storesTexts, &store)
    guard status == 0, let store = unsafe store else { throw Self.failure(status) }
    unsafe self.store = unsafe store
  }

  func check(_ status: Int32) throws {
    if status != 0 { throw Self.failure(status) }
  }

  func update(_ texts: SearchTexts, _ changes: [(id: Int, before: Int, after: Int)]) throws {
    let ids = changes.map { Int64($0.id) }
    let before = changes.map { unsafe texts.forC[$0.before] }
    let after = changes.map { unsafe texts.forC[$0.after] }
    try check(unsafe sqlite_search_update(store, ids, before, after, ids.count))
  }

  func top(_ query: String, _ limit: Int) throws -> SearchHits {
    var ids = [Int64](repeating: 0, count: limit)
    var scores = [Double](repeating: 0, count: limit)
    var found = 0
    try check(unsafe sqlite_search_top(store, query, limit, &ids, &scores, &found))
    return SearchHits(ids: ids.prefix(found).map { Int($0) }, scores: Array(scores.prefix(found)))
  }

  private static func failure(_ status: Int32) -> BenchFailure {
    BenchFailure("fts5: " + (unsafe String(cString: sqlite_search_message(status))))
  }
}
