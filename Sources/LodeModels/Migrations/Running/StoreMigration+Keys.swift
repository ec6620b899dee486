internal import LodeCoding
internal import LodeStore

// Moves of rows to other keys, after a change of the fields or of the values of a model's key.
extension StoreMigration {
  /// A row that gets another key.
  private struct Moved {
    let key: RowKey
    let newKey: RowKey
    let archive: EncodedArchive
    let extras: RowExtras
  }

  /// Moves rows to the current keys of their models, with their timestamps and metadata.
  mutating func moveRows(
    _ transaction: inout WriteTransaction, _ old: MigrationRecords
  ) throws {
    for model in known.allModels {
      let isDeclared = declaresOtherKey(model, old)
      // A step can also change the value of a key without changing the fields of the key. A store
      // step can rename the collection afterwards.
      guard
        isDeclared || mayHaveMoved.contains(model.collectionName)
          || !mayHaveMoved.isEmpty && !report.storeSteps.isEmpty
      else { continue }
      let moved = try movedRows(of: model, transaction, isDeclared)
      if moved.isEmpty { continue }
      if isDeclared || keyFields(of: model, old) == nil { try checkStep(model, old) }
      let writer = transaction[model.collectionName]
      // The method deletes all rows before the first insert, because a row can get the key of
      // another row.
      for row in moved { try writer.delete(row.key) }
      for row in moved {
        do {
          try writer.insertArchive(row.archive, forKey: row.newKey, row.extras)
        } catch {
          if Interruption.isCause(of: error) { throw error }
          throw failure(error, model.collectionName, row.newKey)
        }
      }
      report.movedRows += moved.count
    }
  }

  /// Returns the recorded key fields of a model, or `nil` without a record.
  private func keyFields(of model: any Model.Type, _ old: MigrationRecords) -> [String]? {
    guard let record = known.record(of: model.archiveSchema, in: old), !record.keyFields.isEmpty
    else { return nil }
    return record.keyFields
  }

  /// Returns the collections of models whose keys have other fields than before.
  func collectionsOfOtherKeys(_ old: MigrationRecords) -> Set<String> {
    Set(known.allModels.filter { declaresOtherKey($0, old) }.map { $0.collectionName })
  }

  private func declaresOtherKey(_ model: any Model.Type, _ old: MigrationRecords) -> Bool {
    keyFields(of: model, old).map { $0 != model.keyFields } ?? false
  }

  /// Throws if a model's key changed without a step, because the change can be a mistake.
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
      "\(schema.name): \(change); increase the version, and add a step, which may be empty")
    (error.type, error.collection) = (schema.name, model.collectionName)
    throw error
  }

  /// Returns the rows of a model that get other keys.
  ///
  /// Rows of other types in the collection keep their keys.
  private func movedRows(
    of model: any Model.Type, _ transaction: borrowing WriteTransaction, _ isDeclared: Bool
  ) throws -> [Moved] {
    let access = transaction.access(to: model.collectionName)
    let names = known.names(of: model.archiveSchema)
    var rows: [Moved] = []
    // The write that migrates a pending row also moves the row.
    try access.scan(upgrading: false) { row in
      guard row.type == .archive, row.keyFormat == .tuple else { return .next }
      do {
        let archive = try access.archive(row.bytes, row.type)
        guard archive.rootObject?.isOfType(named: names) == true else { return .next }
        if let new = try moved(row, archive, as: model) { rows.append(new) }
      } catch {
        // An unreadable row stays at its key, unless the model declares another key.
        if isDeclared { throw failure(error, model.collectionName, row.key) }
      }
      return .next
    }
    return rows
  }

  /// Returns the key that a migrated row must have, in its partition.
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
    // The move stores the archive as read, not the encoded model, because the program may lack
    // types of the archive.
    let moved = try archive.forStore(evolution: .open)
    return Moved(key: row.key, newKey: newKey, archive: moved, extras: row.content.extras)
  }
}
