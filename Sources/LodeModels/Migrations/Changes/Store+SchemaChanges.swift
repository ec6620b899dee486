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
  /// enumerations. If all rows of a type are recorded with the type's version or a later version,
  /// only the key, collection, indexes, and extensions are compared. A version stays recorded after
  /// its last row was deleted; `schemaUsage()` counts the rows of each version.
  ///
  /// The report has three limits:
  ///
  /// - A property's type that is not listed counts as deleted, because schemas do not name the
  ///   types of their fields.
  /// - A case without rows is not recorded, and counts as added.
  /// - For an enumeration with raw values, only its values are recorded.
  ///
  /// - Parameters:
  ///   - models: The models of the store.
  ///   - enumerations: Enumerations in properties, whose cases are compared with the recorded
  ///     cases.
  ///   - plan: The migration plan; the call uses only its types.
  /// - Returns: The types that differ, sorted by name; types that the program does not name come
  ///   last.
  /// - Complexity: O(schemas · fields² + indexes + collections); no row is read.
  /// - Throws: ``MigrationError`` with `invalidPlan` if the plan contradicts itself; `StoreError`
  ///   with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged.
  public func schemaChanges(
    to models: [any Model.Type], enumerations: [any ArchivableEnum.Type] = [],
    migrations plan: MigrationPlan? = nil
  ) throws -> [TypeDifference] {
    let plan = plan ?? MigrationPlan()
    let known = RegisteredTypes(models: models, plan: plan)
    try plan.check(known)
    return try read { transaction in
      let comparison = StoreComparison(
        known: known, enumerations: enumerations, schemas: transaction.schemas().map(\.schema),
        records: try transaction.migrationRecords())
      return try comparison.differences(transaction)
    }
  }
}
