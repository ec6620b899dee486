import Dispatch
public import LodeStore

extension Store {
  /// Completes the pending migration of a store that was opened with `.online` or `.lazy`.
  ///
  /// The call migrates a few hundred rows in each write, and other writes run in between. Readers
  /// see no difference. A row that keeps its key also keeps its revision, and observers get no
  /// notification. For a row with a new key, observers get a deletion and an insertion. After an
  /// error or a crash of the process, the next call continues after the last completed write. The
  /// call also tries rows that failed before. If the call succeeds, only rows for which a step
  /// fails are pending.
  ///
  /// ```swift
  /// let store = try Store(
  ///   "people.lode", models: [Person.self], migrations: plan, migrating: .lazy)
  /// let done = try store.migrateRows { print("\($0.rows) of \($0.totalRows)") }
  /// for row in try store.quarantine() { print(row) }
  /// ```
  ///
  /// - Parameter progress: Called after each write and at the end, on the calling thread. If
  ///   `progress` throws, the call ends.
  /// - Returns: The progress of this call.
  /// - Complexity: O(size of all rows in collections with a pending migration).
  /// - Throws: One of these errors:
  ///   - Any error that `progress` throws.
  ///   - `StoreError` with one of these codes:
  ///     - `needsMigration` if the store was opened without the plan of the pending migration.
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only and has a pending migration.
  ///     - `damaged` if the file is damaged.
  ///     - `diskFull` if the disk is full.
  ///     - Any code in the table of ``ModelStoring``.
  @discardableResult
  public func migrateRows(
    progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationProgress {
    var work = try PendingWork(self)
    while try work.runPart(self) { try progress(work.progress) }
    try progress(work.progress)
    return work.progress
  }

  /// Stops the background migration of ``MigrationOptions/Mode/online`` after the current write.
  ///
  /// The call does not wait for the current write, and has no effect on ``migrateRows(progress:)``.
  /// Reads still migrate pending rows. ``migrateRows(progress:)`` or the next opening continues the
  /// migration.
  ///
  /// - Complexity: O(number of collections with a pending migration).
  public func stopMigrating() {
    // If the store cannot be read, for example after its close, no background migration runs.
    guard let pending = try? read({ $0.pendingCollections }) else { return }
    for pending in pending { migration(pending.digest)?.stop() }
  }

  /// Migrates pending rows on a background thread while the store is open, and then calls
  /// `finally`.
  ///
  /// If the program lacks the plan of the pending migration, the method does nothing.
  func migrateRowsInBackground(
    progress: (@Sendable (MigrationProgress) -> Void)?, finally: @escaping @Sendable (Store) -> Void
  ) {
    DispatchQueue.global(qos: .utility).async { [weak self] in
      guard var work = self.flatMap({ try? PendingWork($0) }) else { return }
      // After an error, the next opening of the store continues the migration.
      while let hasMore = self.flatMap({ try? work.runPart($0) }) {
        progress?(work.progress)
        if !hasMore || work.mustStop { break }
      }
      if let self { finally(self) }
    }
  }
}

/// The pending rows of a store, which successive writes migrate.
private struct PendingWork {
  private(set) var progress = MigrationProgress()
  private var left: [(collection: String, migration: any BackgroundMigration, hasFailures: Bool)] =
    []

  init(_ store: Store) throws {
    for pending in try store.read({ $0.pendingCollections }) {
      guard let migration = store.migration(pending.digest) else {
        throw StoreError(.needsMigration, collection: pending.name)
      }
      progress.totalRows += try store.read { try $0.access(to: pending.name).count() }
      left.append((pending.name, migration, pending.hasFailures))
    }
    left.reverse()
    progress.isDone = left.isEmpty
  }

  /// Whether the background migration must stop.
  var mustStop: Bool { left.last?.migration.mustStop ?? false }

  /// Migrates the next rows, and returns whether more rows are pending.
  mutating func runPart(_ store: Store) throws -> Bool {
    guard let (collection, migration, hasFailures) = left.last else { return false }
    progress.collection = collection
    let part = try store.write(.visible) { transaction in
      // The restart also tries failed rows again.
      if hasFailures { try transaction.scope.restartPendingMigration(of: collection) }
      return try migration.migratePart(of: collection, &transaction)
    }
    progress.rows += part.rows
    progress.migratedRows += part.migratedRows
    progress.failedRows += part.failedRows
    if part.hasMore { left[left.count - 1].hasFailures = false } else { left.removeLast() }
    if !left.isEmpty { return true }
    progress.isDone = try store.read { $0.pendingCollections.isEmpty }
    return false
  }
}
