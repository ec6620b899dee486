public import LodeModels

extension MigrationFixture {
  /// Migrates a copy of the fixture to the current models, as opening the store does.
  ///
  /// In the modes `.online` and `.lazy`, the method also completes the pending migration. If a row
  /// step then fails for a row, ``MigratedStore/problems(except:renamed:)`` returns a problem. In
  /// the mode `.lazy`, the method first reads the rows of the models, and then writes the migrated
  /// rows. The fixture never changes. If the call throws, Lode deletes the copy.
  ///
  /// ```swift
  /// let migrated = try fixture.migrate(to: [Person.self], by: plan, in: .lazy)
  /// try migrated.expectAllRows()
  /// ```
  ///
  /// - Parameters:
  ///   - models: The current models of the program.
  ///   - plan: The plan that migrates rows of earlier versions; `nil` for no steps.
  ///   - mode: When the migration rewrites the rows.
  ///   - options: The options with which the store is opened.
  /// - Returns: The migrated store. Lode closes and deletes the copy when the last reference to
  ///   this object is released.
  /// - Complexity: O(size of the fixture). The plan runs twice: first as a dry run, for the report.
  /// - Throws: One of these errors:
  ///   - ``FixtureError`` if the fixture's directory has no file `data.mdb`, or if `lode load`
  ///     cannot load the fixture's dump.
  ///   - `StoreError` caused by a `MigrationError` with `needed` if a type, its collection, or its
  ///     key has changed, and no step of the plan handles the change.
  ///   - `StoreError` caused by a `MigrationError` with `needed` if a step replaces several steps,
  ///     and only some of these steps ran on the fixture.
  ///   - `StoreError` caused by a `MigrationError` with `failed` if a row cannot move to its new
  ///     key, or if a step that runs at opening fails. See `MigrationOptions.Mode` for the row
  ///     steps that run at opening.
  ///   - `StoreError` caused by a `MigrationError` with `futureVersion` if a later version of the
  ///     program wrote the fixture.
  ///   - `StoreError` caused by a `MigrationError` with `futureVersion` if the plan lacks a store
  ///     step that ran on the fixture.
  ///   - `StoreError` caused by a `MigrationError` with `changedStep` in debug builds, if a step
  ///     that ran on the fixture has changed.
  ///   - `StoreError` caused by a `MigrationError` with `invalidPlan` if the name of a step is
  ///     invalid or not unique, or if versions are invalid.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that its model does not have.
  ///   - `StoreError` with `invalidModel` if two models have the same collection, or a collection
  ///     name does not have 1 to 480 bytes.
  ///   - `StoreError` with `schemaDrift` if fields of a type changed incompatibly without a new
  ///     version.
  ///   - `StoreError` with `invalidIndex` if a declared index has an invalid definition or a
  ///     duplicate name.
  ///   - `StoreError` with `keyFormatMismatch` if the collection of an index has raw keys.
  ///   - `StoreError` with `damaged` if the fixture is damaged, or `notAStore` if the file
  ///     `data.mdb` is not a file of a store.
  ///   - `StoreError` with `unsupportedVersion` if a later version of Lode wrote the fixture.
  ///   - `StoreError` with `invalidOption` if an option has an invalid value.
  ///   - With read-only options, `StoreError` caused by a `MigrationError` with `needed` if a step
  ///     must run.
  ///   - With read-only options, `StoreError` with `readOnly` in the modes `.online` and `.lazy`,
  ///     if the fixture has a pending migration.
  ///   - `StoreError` with `diskFull` if the disk is full, or `inputOutput` if the copy cannot be
  ///     read or written.
  ///   - Any error of `FileManager` if the fixture cannot be copied to a temporary directory.
  ///   - Any other error of opening a store.
  public func migrate(
    to models: [any Model.Type], by plan: MigrationPlan? = nil,
    in mode: MigrationOptions.Mode = .atOpen, options: StoreOptions = StoreOptions()
  ) throws -> MigratedStore {
    let migrated = try MigratedStore(self, to: models, by: plan, in: mode, options: options)
    try migrated.finish()
    return migrated
  }

  /// Migrates a copy of the fixture in each mode, and checks that all copies have the same rows.
  ///
  /// The fixture never changes. If the call throws, Lode deletes all copies.
  ///
  /// ```swift
  /// for migrated in try fixture.migrateInEveryMode(to: [Person.self], by: plan) {
  ///   try migrated.expectAllRows()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - models: The current models of the program.
  ///   - plan: The plan that migrates rows of earlier versions; `nil` for no steps.
  /// - Returns: The stores migrated in the modes `.atOpen`, `.online`, and `.lazy`, in this order.
  ///   Lode closes and deletes each copy when the last reference to its object is released.
  /// - Complexity: O(size of the fixture), three times.
  /// - Throws: One of these errors:
  ///   - ``MigrationMismatch`` with the rows in which the mode `.online` or `.lazy` differs from
  ///     the mode `.atOpen`.
  ///   - ``FixtureError`` if the fixture's directory has no file `data.mdb`, or if `lode load`
  ///     cannot load the fixture's dump.
  ///   - `StoreError` caused by a `MigrationError` with `needed` if a type, its collection, or its
  ///     key has changed, and no step of the plan handles the change.
  ///   - `StoreError` caused by a `MigrationError` with `needed` if a step replaces several steps,
  ///     and only some of these steps ran on the fixture.
  ///   - `StoreError` caused by a `MigrationError` with `failed` if a step fails, or a row cannot
  ///     move to its new key.
  ///   - `StoreError` caused by a `MigrationError` with `futureVersion` if a later version of the
  ///     program wrote the fixture.
  ///   - `StoreError` caused by a `MigrationError` with `futureVersion` if the plan lacks a store
  ///     step that ran on the fixture.
  ///   - `StoreError` caused by a `MigrationError` with `changedStep` in debug builds, if a step
  ///     that ran on the fixture has changed.
  ///   - `StoreError` caused by a `MigrationError` with `invalidPlan` if the name of a step is
  ///     invalid or not unique, or if versions are invalid.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that its model does not have.
  ///   - `StoreError` with `invalidModel` if two models have the same collection, or a collection
  ///     name does not have 1 to 480 bytes.
  ///   - `StoreError` with `schemaDrift` if fields of a type changed incompatibly without a new
  ///     version.
  ///   - `StoreError` with `invalidIndex` if a declared index has an invalid definition or a
  ///     duplicate name.
  ///   - `StoreError` with `keyFormatMismatch` if the collection of an index has raw keys.
  ///   - `StoreError` with `damaged` if the fixture is damaged, or `notAStore` if the file
  ///     `data.mdb` is not a file of a store.
  ///   - `StoreError` with `unsupportedVersion` if a later version of Lode wrote the fixture.
  ///   - `StoreError` with `diskFull` if the disk is full, or `inputOutput` if a copy cannot be
  ///     read or written.
  ///   - Any error of `FileManager` if the fixture cannot be copied to a temporary directory.
  ///   - Any other error of opening a store.
  public func migrateInEveryMode(
    to models: [any Model.Type], by plan: MigrationPlan? = nil
  ) throws -> [MigratedStore] {
    let modes: [MigrationOptions.Mode] = [.atOpen, .online, .lazy]
    let migrated = try modes.map { try migrate(to: models, by: plan, in: $0) }
    for other in migrated.dropFirst() {
      try other.expectNone(try other.differences(to: migrated[0]))
    }
    return migrated
  }
}
