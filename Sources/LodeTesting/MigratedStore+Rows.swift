internal import LodeModels

extension MigratedStore {
  /// Expects that every row has arrived, and that all of them can be used.
  ///
  /// As ``problems(except:renamed:)``, for tests that are to fail with what is wrong.
  ///
  /// ```swift
  /// try fixture.migrate(to: [Person.self], by: plan).expectAllRows(except: ["address"])
  /// ```
  ///
  /// - Throws: ``MigrationMismatch`` with everything that is wrong; as a read.
  public func expectAllRows(
    except changed: Set<String> = [], renamed: [String: String] = [:]
  ) throws {
    try expectNone(try problems(except: changed, renamed: renamed))
  }

  /// What is wrong with the store.
  ///
  /// - Each collection has the rows that it had. Their keys are the same, except that a model's
  ///   keys may change.
  /// - Each row of a model can be read as the model, and lies under the key that the model has.
  /// - In the modes `.online` and `.lazy` no row is in quarantine. With `.lazy` each row could be
  ///   read before it was written.
  /// - The store is sound, as `verify` says.
  /// - Migrated again, nothing would be done.
  ///
  /// - Parameters:
  ///   - changed: collections whose rows steps split, merge, make or drop, so that their number
  ///     says nothing; say with ``expectCount(_:of:)`` how many there are to be.
  ///   - renamed: the new names of collections that steps rename, by the old ones.
  /// - Complexity: O(size).
  /// - Throws: as a read; what is wrong is in the list.
  public func problems(
    except changed: Set<String> = [], renamed: [String: String] = [:]
  ) throws -> [MigrationProblem] {
    // Reading all rows would end at one that a step fails for.
    if earlyProblems.contains(where: { $0.kind == .failedRow }) { return earlyProblems }
    var problems = try store.verify().problems.map { MigrationProblem(.damaged, nil, [], $0) }
    problems += try changedRows(except: changed, renamed)
    for model in models { problems += try brokenRows(of: model) }
    problems += earlyProblems.filter { !problems.contains($0) }
    return problems + (try unfinished())
  }

  /// The collections that have lost rows, or got some.
  private func changedRows(
    except changed: Set<String>, _ renamed: [String: String]
  ) throws -> [MigrationProblem] {
    var old: [String: Set<RowKey>] = [:]
    for (name, keys) in before.keys { old[renamed[name] ?? name, default: []].formUnion(keys) }
    let new = try StoreInventory(store).keys
    let ofModels = Set(models.map { $0.collectionName })
    var moved: [MigrationProblem] = []
    var problems: [MigrationProblem] = []
    for name in Set(old.keys).union(new.keys).subtracting(changed).sorted() {
      let lost = (old[name] ?? []).subtracting(new[name] ?? []).sorted()
      let added = (new[name] ?? []).subtracting(old[name] ?? []).sorted()
      let found = Self.problems(of: name, lost: lost, added: added)
      // Rows of a model go to other keys; which of the new ones was which is for the test to say.
      let mayBeMoved = lost.count == added.count && ofModels.contains(name)
      if mayBeMoved { moved += found } else { problems += found }
    }
    let count = moved.reduce(0) { $1.kind == .lostRows ? $0 + $1.keys.count : $0 }
    return count > report.movedRows ? problems + moved : problems
  }

  private static func problems(
    of collection: String, lost: [RowKey], added: [RowKey]
  ) -> [MigrationProblem] {
    var problems: [MigrationProblem] = []
    if !lost.isEmpty {
      problems.append(.init(.lostRows, collection, lost, "\(lost.count) rows are gone"))
    }
    if !added.isEmpty {
      problems.append(.init(.addedRows, collection, added, "\(added.count) rows are new"))
    }
    return problems
  }

  /// The rows of a model that cannot be read, and those that lie under other keys than theirs.
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
          let key = try RowPlace(ofRowAt: row.keyBytes).rowKey(value.primaryKey)
          if key == row.key { return }
          problems.append(.init(.misplacedRow, name, [row.key], "a row belongs to the key \(key)"))
        } catch {
          problems.append(.init(.unreadableRow, name, [row.key], "a row cannot be read: \(error)"))
        }
      }
      return problems
    }
  }

  /// What a second migration would do.
  private func unfinished() throws -> [MigrationProblem] {
    let report: MigrationReport
    do {
      report = try store.dryRun(models: models, migrations: plan)
    } catch let error as MigrationError {
      return [.init(.unfinished, nil, [], "it would not be opened again: \(error)")]
    }
    if report.isEmpty { return [] }
    return [
      .init(
        .unfinished, nil, [],
        "migrated again, \(report.rows.reduce(0) { $0 + $1.count }) rows would be changed, \(report.movedRows) moved, "
          + "\(report.failures.count) failed, \(report.storeSteps.count) steps run")
    ]
  }
}
