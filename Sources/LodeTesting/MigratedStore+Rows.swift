internal import LodeModels

extension MigratedStore {
  /// Checks that no row was lost or added, that no row is unreadable, and that a second migration
  /// would change nothing.
  ///
  /// The documentation of ``problems(except:renamed:)`` lists the rules. The store does not change,
  /// also if the call throws. Other writes wait during the second migration.
  ///
  /// ```swift
  /// try fixture.migrate(to: [Person.self], by: plan).expectAllRows(except: ["address"])
  /// ```
  ///
  /// - Parameters:
  ///   - changed: The current names of collections in which steps create or delete rows. To check
  ///     these collections, call ``expectCount(_:of:)``.
  ///   - renamed: The new names of renamed collections, by old name.
  /// - Complexity: O(size of the file).
  /// - Throws: ``MigrationMismatch`` with all problems; `StoreError` with one of these codes:
  ///   - `nestedWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only, because the check runs a migration and then
  ///     rolls back the migration.
  ///   - `damaged` if a damaged row prevents reading its collection.
  ///   - Any other code of `Store.verify()` or `Store.dryRun(models:migrations:)`, except
  ///     `migrationFailed`, which is a problem.
  public func expectAllRows(
    except changed: Set<String> = [], renamed: [String: String] = [:]
  ) throws {
    try expectNone(try problems(except: changed, renamed: renamed))
  }

  /// Returns the violations of the following rules.
  ///
  /// - Each collection keeps its rows with their keys. Rows of a model may have new keys if the
  ///   collection keeps its number of rows. The number of changed keys of all models must not
  ///   exceed the number of rows that the migration moved.
  /// - Each row of a model can be read as the model, and the key of the row is the model's key.
  /// - In the modes `.online` and `.lazy`, no step failed for a row.
  /// - In the mode `.lazy`, each row of a model can be read before a write migrates the row.
  /// - `verify` finds no damage.
  /// - A second migration would succeed and change nothing.
  ///
  /// If a step failed for a row in the mode `.online` or `.lazy`, the method returns only the
  /// problems that `migrate` recorded. Reading all rows would stop at such a row. The store does
  /// not change, also if the call throws. Other writes wait during the second migration.
  ///
  /// - Parameters:
  ///   - changed: The current names of collections in which steps create or delete rows. To check
  ///     these collections, call ``expectCount(_:of:)``.
  ///   - renamed: The new names of renamed collections, by old name.
  /// - Complexity: O(size of the file).
  /// - Throws: `StoreError` with one of these codes:
  ///   - `nestedWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only, because the check runs a migration and then
  ///     rolls back the migration.
  ///   - `damaged` if a damaged row prevents reading its collection.
  ///   - Any other code of `Store.verify()` or `Store.dryRun(models:migrations:)`, except
  ///     `migrationFailed`, which is a problem.
  public func problems(
    except changed: Set<String> = [], renamed: [String: String] = [:]
  ) throws -> [MigrationProblem] {
    // Reading all rows would stop at a row for which a step fails.
    if earlyProblems.contains(where: { $0.kind == .failedRow }) { return earlyProblems }
    var problems = try store.verify().problems.map { MigrationProblem(.damaged, nil, [], $0) }
    problems += try changedRows(except: changed, renamed)
    for model in models { problems += try brokenRows(of: model) }
    problems += earlyProblems.filter { !problems.contains($0) }
    return problems + (try unfinished())
  }

  /// Returns, for each collection, one problem for the lost rows and one problem for the added
  /// rows.
  private func changedRows(
    except changed: Set<String>, _ renamed: [String: String]
  ) throws -> [MigrationProblem] {
    var old: [String: Set<RowKey>] = [:]
    for (name, keys) in before { old[renamed[name] ?? name, default: []].formUnion(keys) }
    let new = try rowKeys(of: store)
    let ofModels = Set(models.map { $0.collectionName })
    var moved: [MigrationProblem] = []
    var problems: [MigrationProblem] = []
    for name in Set(old.keys).union(new.keys).subtracting(changed).sorted() {
      let lost = (old[name] ?? []).subtracting(new[name] ?? []).sorted()
      let added = (new[name] ?? []).subtracting(old[name] ?? []).sorted()
      let found = Self.problems(of: name, lost: lost, added: added)
      // Rows of a model can move to other keys. Only a test knows which new key belongs to an old
      // key.
      let mayBeMoved = lost.count == added.count && ofModels.contains(name)
      if mayBeMoved { moved += found } else { problems += found }
    }
    let count = moved.reduce(0) { $1.kind == .lostRows ? $0 + $1.keys.count : $0 }
    return count > report.movedRows ? problems + moved : problems
  }

  /// Returns the problems of the lost and added rows of one collection.
  private static func problems(
    of collection: String, lost: [RowKey], added: [RowKey]
  ) -> [MigrationProblem] {
    var problems: [MigrationProblem] = []
    if !lost.isEmpty {
      problems.append(.init(.lostRows, collection, lost, "Rows are missing: \(lost.count)"))
    }
    if !added.isEmpty {
      problems.append(.init(.addedRows, collection, added, "Rows are new: \(added.count)"))
    }
    return problems
  }

  /// Returns a problem for each row of a model that cannot be read as the model, or whose key
  /// differs from the model's key.
  func brokenRows<M: Model>(of model: M.Type) throws -> [MigrationProblem] {
    let name = model.collectionName
    let names = [model.archiveSchema.name] + model.archiveSchema.formerNames
    return try store.read { transaction in
      var problems: [MigrationProblem] = []
      let collection = transaction[name]
      try collection.forEach { row in
        guard row.type == .archive, row.keyFormat == .tuple else { return }
        do {
          let archive = try collection.archive(of: row)
          guard archive.rootObject?.isOfType(named: names) == true else { return }
          let value = try archive.decoded(as: M.self)
          let key = try RowLocation(ofRowAt: row.keyBytes).rowKey(value.primaryKey)
          if key == row.key { return }
          problems.append(.init(.misplacedRow, name, [row.key], "A row belongs to the key \(key)"))
        } catch {
          problems.append(.init(.unreadableRow, name, [row.key], "A row cannot be read: \(error)"))
        }
      }
      return problems
    }
  }

  /// Returns a problem if a second migration would change the store or fail.
  private func unfinished() throws -> [MigrationProblem] {
    let report: MigrationReport
    do {
      report = try store.dryRun(models: models, migrations: plan)
    } catch let error as StoreError where error.code == .migrationFailed {
      return [.init(.unfinished, nil, [], "The store cannot be opened again: \(error)")]
    }
    if report.isEmpty { return [] }
    return [
      .init(
        .unfinished, nil, [],
        "A second migration: \(report.rows.reduce(0) { $0 + $1.count }) rows would be changed, \(report.movedRows) moved, "
          + "\(report.failures.count) failed, \(report.storeSteps.count) steps run")
    ]
  }
}
