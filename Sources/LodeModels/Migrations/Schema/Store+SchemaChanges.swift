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
  /// store. The report compares the models, the types of the plan, and the given enumerations.
  /// After a complete migration of a type, the report omits the schemas of earlier versions. A
  /// store keeps a schema even if no row has the schema; `schemaUsage()` counts the rows of each
  /// schema.
  ///
  /// The report has three limits:
  ///
  /// - The report does not follow the types of properties. A type that only a property names counts
  ///   as deleted, unless you pass the type in `types` of the plan or in `enumerations`.
  /// - The store records a case when a row first contains the case. Cases that are not recorded
  ///   count as added. The report omits an enumeration without recorded cases.
  /// - The report omits enumerations with raw values, because the store records no cases of these
  ///   enumerations.
  ///
  /// - Parameters:
  ///   - models: The models of the store.
  ///   - enumerations: Enumerations whose cases the call compares with the recorded cases.
  ///   - plan: The migration plan, whose types the call also compares. The call runs no step.
  /// - Returns: The types that differ: types with fields, sorted by name, then `enumerations`, then
  ///   types that the program does not name, sorted by name.
  /// - Complexity: O(s · f² + i) for s recorded schemas of up to f fields, and i indexes; the call
  ///   reads no row.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with `invalidPlan` if the name of a step is
  ///     invalid or not unique, or if versions are invalid.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that its model does not have.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store.
  ///     - `closed` if the store is closed.
  ///     - `damaged` if the catalog is damaged.
  ///     - Any code in the table of ``ModelStoring``.
  public func schemaChanges(
    to models: [any Model.Type], enumerations: [any ArchivableEnum.Type] = [],
    migrations plan: MigrationPlan? = nil
  ) throws -> [TypeDifference] {
    let plan = plan ?? MigrationPlan()
    let types = RegisteredTypes(models: models, plan: plan)
    do throws(MigrationError) { try plan.check(types) } catch { throw StoreError(error) }
    return try read { transaction in
      let comparison = StoreComparison(
        types: types, enumerations: enumerations, schemas: transaction.schemas().map(\.schema),
        records: try transaction.migrationRecords())
      return try comparison.differences(transaction)
    }
  }
}
