internal import LodeCoding
internal import LodeStore

// Rows of a model whose key is made of other fields than before, or of other values.
extension StoreMigration {
  /// A row on its way to another key.
  private struct Moved {
    let key: RowKey
    let newKey: RowKey
    let archive: EncodedArchive
    let extras: RowExtras
  }

  /// Gives rows the keys that their models have now; their times and metadata go with them.
  mutating func moveRows(
    _ transaction: inout WriteTransaction, _ old: MigrationRecords
  ) throws {
    for model in known.allModels {
      let isDeclared = declaresOtherKey(model, old)
      // A step may have changed a key as well, whose fields have the names that they had. Its row
      // may have been in a collection of another name then, which a step of the store renamed.
      guard
        isDeclared || mayHaveMoved.contains(model.collectionName)
          || !mayHaveMoved.isEmpty && !report.storeSteps.isEmpty
      else { continue }
      let moved = try movedRows(of: model, transaction, isDeclared)
      if moved.isEmpty { continue }
      if isDeclared || keyFields(of: model, old) == nil { try checkStep(model, old) }
      let writer = transaction[model.collectionName]
      // All are gone before the first is back, since one may get the key of another.
      for row in moved { try writer.delete(row.key) }
      for row in moved {
        do {
          try writer.insertArchive(row.archive, forKey: row.newKey, row.extras)
        } catch {
          throw failure(error, model.collectionName, row.newKey)
        }
      }
      report.movedRows += moved.count
    }
  }

  /// The fields of a model's key as they are on record.
  private func keyFields(of model: any Model.Type, _ old: MigrationRecords) -> [String]? {
    guard let record = known.record(of: model.archiveSchema, in: old), !record.keyFields.isEmpty
    else { return nil }
    return record.keyFields
  }

  /// The collections of models whose keys are made of other fields than before.
  func collectionsOfOtherKeys(_ old: MigrationRecords) -> Set<String> {
    Set(known.allModels.filter { declaresOtherKey($0, old) }.map { $0.collectionName })
  }

  private func declaresOtherKey(_ model: any Model.Type, _ old: MigrationRecords) -> Bool {
    keyFields(of: model, old).map { $0 != model.keyFields } ?? false
  }

  /// A key that changes without a step is a mistake of the program rather than a migration.
  private func checkStep(_ model: any Model.Type, _ old: MigrationRecords) throws(MigrationError) {
    let schema = model.archiveSchema
    let record = known.record(of: schema, in: old)
    let hasStep = plan.steps.contains { step in
      guard case .rows(let rows) = step.work, rows.typeNames.contains(schema.name) else {
        return false
      }
      return rows.to > record?.version ?? 0
    }
    if hasStep { return }
    let change = SchemaChange.keyChanged(from: record?.keyFields ?? [], to: model.keyFields)
    var error = MigrationError(
      .needed,
      "\(schema.name): \(change); count its version up, and add a step, which may do nothing else")
    (error.type, error.collection) = (schema.name, model.collectionName)
    throw error
  }

  /// The rows of a model that get other keys.
  ///
  /// Rows of other types in the collection keep their keys.
  private func movedRows(
    of model: any Model.Type, _ transaction: borrowing WriteTransaction, _ isDeclared: Bool
  ) throws -> [Moved] {
    let access = transaction.access(to: model.collectionName)
    let names = known.names(of: model.archiveSchema)
    var rows: [Moved] = []
    // Rows that wait move when they are written.
    try access.scan(upgrading: false) { row in
      guard row.type == .archive, row.keyFormat == .tuple else { return .next }
      do {
        let archive = try access.archive(row.bytes, row.type)
        guard archive.rootObject?.isOfType(named: names) == true else { return .next }
        if let new = try moved(row, archive, as: model) { rows.append(new) }
      } catch {
        // One that could not be read before stays where it is, unless that is no place for it any
        // more.
        if isDeclared { throw failure(error, model.collectionName, row.key) }
      }
      return .next
    }
    return rows
  }

  /// The key that the row at a key is to have, in its partition.
  func key<M: Model>(of archive: EncodedArchive, at old: RowKey, as type: M.Type) throws -> RowKey {
    let model = try archive.decoded(as: type, with: known.unarchiver)
    return try RowLocation(ofRowAt: old.bytes.span).rowKey(model.primaryKey)
  }

  private func moved<M: Model>(
    _ row: borrowing Row, _ archive: Archive, as type: M.Type
  ) throws -> Moved? {
    let model = try archive.decoded(as: type, with: known.unarchiver)
    let newKey = try RowLocation(ofRowAt: row.keyBytes).rowKey(model.primaryKey)
    if newKey == row.key { return nil }
    // The archive as it is, since the program's types may not have all that is in it.
    let moved = try archive.forStore(evolution: .open)
    return Moved(key: row.key, newKey: newKey, archive: moved, extras: row.content.extras)
  }
}
