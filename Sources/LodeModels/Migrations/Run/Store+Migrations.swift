public import LodeStore

extension Store {
  /// Reports what opening the store with models and a plan would do, and changes nothing.
  ///
  /// ```swift
  /// let report = try Store("people.lode").dryRun(models: [Person.self], migrations: plan)
  /// for rows in report.rows { print(rows.collection, rows.object.version, rows.count) }
  /// for failure in report.failures { print(failure) }
  /// ```
  ///
  /// Open the store without models for this call. The call runs the whole migration in one
  /// transaction, and then rolls back the transaction. If a row fails, the report lists the row,
  /// and the migration of other rows continues. Other writes wait until the call returns.
  ///
  /// - Parameters:
  ///   - models: The models of the store.
  ///   - plan: The plan that migrates rows of earlier versions.
  /// - Returns: The rows that would change, and the errors of rows that cannot be migrated, or of
  ///   missing steps.
  /// - Complexity: O(c + m + s) for c collections, m models, and s steps. Running steps and
  ///   checking rows add O(size of the rows).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with one of these codes:
  ///     - `invalidPlan` if two steps have the same name, or the name or the versions of a step are
  ///       invalid.
  ///     - `futureVersion` if a later version of the program wrote to the store, or if the plan
  ///       lacks a store step that ran.
  ///     - `changedStep` in debug builds, if a step that ran has another type, other versions, or
  ///       another revision.
  ///     - `failed` if a store step fails, or if a row cannot move to its new key.
  ///     - `needed` if the collection or the key of a model changed, or a collection has rows of
  ///       another type, and no step handles the change.
  ///     - `needed` if a step replaces several steps, and only some of these steps ran.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `nestedWrite` inside a write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `schemaDrift` if fields of a type changed incompatibly without a new version.
  ///     - `damaged` if the file is damaged, or `diskFull` if the disk is full.
  ///     - Any code in the table of ``ModelStoring``.
  public func dryRun(
    models: [any Model.Type], migrations plan: MigrationPlan? = nil
  ) throws -> MigrationReport {
    try dryRun(models: models, migrations: plan) { _ in }
  }

  /// Changes the store with a closure, then reports like ``dryRun(models:migrations:)``, and rolls
  /// back all changes.
  package func dryRun(
    models: [any Model.Type], migrations plan: MigrationPlan?,
    after first: (inout WriteTransaction) throws -> Void
  ) throws -> MigrationReport {
    try DryRun(store: self, models: models, plan: plan).report(after: first)
  }
}
