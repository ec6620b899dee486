extension Store {
  /// Runs `body` with a time limit for its queries and searches, and returns its result.
  ///
  /// The limit applies to the reads and writes of all stores, also through documents, models, and
  /// snapshots. A scan, such as `rows()`, counts as a query. The limit begins with the call. If
  /// limits are nested, the earliest end applies. A query that ends at the limit has no result, and
  /// changes nothing.
  ///
  /// In a write, only queries and searches end at the limit. A write that runs again, for example
  /// because the map was full, keeps its limit. Commits, opening, verification, repair, and salvage
  /// have no limit.
  ///
  /// ```swift
  /// let people = try Store.withTimeLimit(.seconds(2)) {
  ///   try store["people"].rows()
  /// }
  /// ```
  ///
  /// - Complexity: O(1), without `body`. A query reads the clock before its first row, and then
  ///   once for every 256 rows, index entries, or blocks of postings.
  /// - Throws: Any error that `body` throws. In `body`, queries and searches throw ``StoreError``
  ///   with `timeLimitExceeded` after the limit.
  public static func withTimeLimit<R>(
    _ limit: Duration, _ body: () throws -> R
  ) rethrows -> R {
    try Interruption.$current.withValue(Interruption.current(endingAfter: limit), operation: body)
  }

  /// Runs `body` with a time limit for its queries and searches, and returns its result.
  ///
  /// The limit applies to the reads and writes of all stores, also through documents, models, and
  /// snapshots. The limit also applies in tasks that `body` starts, except detached tasks. A scan,
  /// such as `rows()`, counts as a query. The limit begins with the call. If limits are nested, the
  /// earliest end applies. A query that ends at the limit has no result, and changes nothing.
  ///
  /// In a write, only queries and searches end at the limit. A write that runs again, for example
  /// because the map was full, keeps its limit. Commits, opening, verification, repair, and salvage
  /// have no limit.
  ///
  /// ```swift
  /// let people = try await Store.withTimeLimit(.seconds(2)) {
  ///   try await store["people"].rows()
  /// }
  /// ```
  ///
  /// - Complexity: O(1), without `body`. A query reads the clock before its first row, and then
  ///   once for every 256 rows, index entries, or blocks of postings.
  /// - Throws: Any error that `body` throws. In `body`, queries and searches throw ``StoreError``
  ///   with `timeLimitExceeded` after the limit.
  public nonisolated(nonsending) static func withTimeLimit<R>(
    _ limit: Duration, _ body: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    try await Interruption.$current.withValue(Interruption.current(endingAfter: limit)) {
      try await body()
    }
  }
}
