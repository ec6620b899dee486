public import LodeCoding
public import LodeStore

extension Store {
  /// Tells of every type in what it is not what the store has of it, and changes nothing.
  ///
  /// ```swift
  /// let differences = try Store("people.lode").schemaChanges(to: [Person.self], migrations: plan)
  /// for difference in differences { print(difference) }
  /// ```
  ///
  /// The store is to be opened without models for that, since opening it for them makes it theirs.
  /// What is held against the schemas on record are the models, the types of the plan and of its
  /// steps, and the enumerations that are named. Of a type whose rows are all on record as being of
  /// its version or a later one nothing is told but what they may not be any more: key, collection,
  /// indexes and extensions. A version stays on record when its last row is gone;
  /// ``LodeStore/Store/schemaUsage()`` tells which rows there are.
  ///
  /// Three things cannot be told. A type of properties that is named nowhere counts as deleted:
  /// schemas do not say which types their fields have. A case that no row ever had is not on
  /// record, and counts as added. Of an enumeration with raw values there are only its values.
  ///
  /// - Parameters:
  ///   - models: what the store is to hold.
  ///   - enumerations: enumerations in properties, whose cases are to be held against those on
  ///     record.
  ///   - plan: how rows of earlier versions become those of today; of it only the types count.
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
