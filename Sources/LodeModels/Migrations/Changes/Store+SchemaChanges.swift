public import LodeCoding
public import LodeStore

extension Store {
  /// Reports how each type differs from the schemas recorded in the store.
  ///
  /// Read-only.
  ///
  /// ```swift
  /// let differences = try Store("people.lode").schemaChanges(to: [Person.self], migrations: plan)
  /// for difference in differences { print(difference) }
  /// ```
  ///
  /// Open the store without models for this call, because opening a store with models migrates the
  /// store. The report compares the models, the types of the plan and its steps, and the given
  /// enumerations. If a migration has brought all rows of a type to the type's version, the report
  /// omits the schemas of earlier versions. A schema stays recorded after its last row was deleted;
  /// `schemaUsage()` counts the rows of each schema.
  ///
  /// The report has three limits:
  ///
  /// - A type that only a property names counts as deleted, because the report does not follow the
  ///   types of properties. Pass the type to the plan or in `enumerations`.
  /// - The store records a case when a row first contains the case. Other cases of an enumeration
  ///   with recorded cases count as added; the report omits an enumeration without recorded cases.
  /// - For an enumeration with raw values, the store records no cases, so the report omits the
  ///   enumeration.
  ///
  /// - Parameters:
  ///   - models: The models of the store.
  ///   - enumerations: Enumerations that are types of properties. The call compares their cases
  ///     with the recorded cases.
  ///   - plan: The migration plan, which names further types; no step runs.
  /// - Returns: The types that differ: types with fields, sorted by name, then `enumerations`, then
  ///   types that the program does not name, sorted by name.
  /// - Complexity: O(s · f² + i) for s recorded schemas of up to f fields, and i indexes; the call
  ///   reads no row.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with `invalidPlan` if two steps have the same
  ///     name, a name does not have 1 to 480 bytes, or a version is invalid.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that its model does not have.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the catalog is damaged.
  ///     - `forked` if a parent process opened the store, or `replaced` if the files of the store
  ///       were replaced.
  ///     - `readersFull` if no reader slot is free, or `busy` if the map must grow and an open read
  ///       prevents the growth.
  ///     - `commitOutcomeUnknown` after a write that failed with this code.
  public func schemaChanges(
    to models: [any Model.Type], enumerations: [any ArchivableEnum.Type] = [],
    migrations plan: MigrationPlan? = nil
  ) throws -> [TypeDifference] {
    let plan = plan ?? MigrationPlan()
    let known = RegisteredTypes(models: models, plan: plan)
    try migrationErrors { try plan.check(known) }
    return try read { transaction in
      let comparison = StoreComparison(
        known: known, enumerations: enumerations, schemas: transaction.schemas().map(\.schema),
        records: try transaction.migrationRecords())
      return try comparison.differences(transaction)
    }
  }
}
