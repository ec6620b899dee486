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
  /// The store is to be opened without models for that, since opening it for them makes it theirs.
  /// The report compares the models, the types of the plan and its steps, and the given
  /// enumerations. If all rows of a type are recorded with its version or a later one, only the
  /// key, collection, indexes, and extensions are compared. A version stays recorded after its last
  /// row was deleted; ``LodeStore/Store/schemaUsage()`` counts the rows of each version.
  ///
  /// Three things cannot be told. A type of properties that is named nowhere counts as deleted:
  /// schemas do not say which types their fields have. A case that no row ever had is not on
  /// record, and counts as added. Of an enumeration with raw values there are only its values.
  ///
  /// - Parameters:
  ///   - models: what the store is to hold.
  ///   - enumerations: enumerations in properties, whose cases are compared with the recorded
  ///     cases.
  ///   - plan: the migration plan, of which only the types count.
  /// - Returns: the types that differ, by their names; those that the program does not name come
  ///   last.
  /// - Complexity: O(schemas · fields² + indexes + collections); no row is read.
  /// - Throws: ``MigrationError`` with `invalidPlan`; as a read.
  public func schemaChanges(
    to models: [any Model.Type], enumerations: [any ArchivableEnum.Type] = [],
    migrations plan: MigrationPlan? = nil
  ) throws -> [TypeDifference] {
    let plan = plan ?? MigrationPlan()
    let known = KnownTypes(models: models, plan: plan)
    try plan.check(known)
    return try read { transaction in
      let comparison = StoreComparison(
        known: known, enumerations: enumerations, schemas: transaction.schemas().map(\.schema),
        records: try transaction.migrationRecords())
      return try comparison.differences(transaction)
    }
  }
}
