internal import LodeCoding
internal import LodeStore

// Rows of a model whose key is made of other fields than before.
extension StoreMigration {
  /// A row on its way to another key.
  private struct Moved {
    let key: RowKey
    let newKey: RowKey
    let archive: EncodedArchive
    let metadata: [UInt8]?
  }

  /// Gives rows the keys that their models have now; their metadata goes with them.
  mutating func moveRows(
    _ transaction: inout WriteTransaction, _ old: MigrationRecords
  ) throws {
    for model in known.models.values.sorted(by: { $0.collectionName < $1.collectionName })
    where try hasOtherKeys(model, transaction, old) {
      let moved = try movedRows(of: model, transaction)
      if moved.isEmpty { continue }
      try checkStep(model, old)
      let writer = transaction[model.collectionName]
      // All are gone before the first is back, since one may get the key of another.
      for row in moved { try writer.delete(row.key) }
      for row in moved {
        do {
          try writer.insertArchive(row.archive, forKey: row.newKey, metadata: row.metadata)
        } catch {
          throw failure(error, model.collectionName, row.newKey)
        }
      }
      report.movedRows += moved.count
    }
  }

  /// Whether the record says so; without one, the first row does when steps have changed rows.
  private func hasOtherKeys(
    _ model: any Model.Type, _ transaction: borrowing WriteTransaction, _ old: MigrationRecords
  ) throws -> Bool {
    if let record = old.types[model.archiveSchema.name], !record.keyFields.isEmpty {
      return record.keyFields != model.keyFields
    }
    guard report.rows.contains(where: { $0.collection == model.collectionName }) else {
      return false
    }
    return try !movedRows(of: model, transaction, limit: 1).isEmpty
  }

  /// A key that changes without a step is a mistake of the program rather than a migration.
  private func checkStep(_ model: any Model.Type, _ old: MigrationRecords) throws(MigrationError) {
    let schema = model.archiveSchema
    let record = old.types[schema.name]
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

  private func movedRows(
    of model: any Model.Type, _ transaction: borrowing WriteTransaction, limit: Int? = nil
  ) throws -> [Moved] {
    let access = transaction.access(to: model.collectionName)
    var rows: [Moved] = []
    try access.scan(limit: limit) { row in
      guard row.type == .archive, row.keyFormat == .tuple else { return .next }
      do {
        let archive = try access.archive(row.bytes, row.type)
        if let new = try moved(row, archive, as: model) { rows.append(new) }
      } catch {
        throw failure(error, model.collectionName, row.key)
      }
      return .next
    }
    return rows
  }

  private func moved<M: Model>(
    _ row: borrowing Row, _ archive: Archive, as type: M.Type
  ) throws -> Moved? {
    let model = try archive.decoded(as: type)
    var reader = KeyReader(row.keyBytes)
    let partition = try? reader.read(Partition.self).name
    let newKey = try RowPlace(partition).withKey(model.primaryKey) { key in
      RowKey(bytes: key.copied(), format: .tuple)
    }
    if newKey == row.key { return nil }
    var metadata: [UInt8]?
    if let bytes = row.metadata { metadata = bytes.copied() }
    return Moved(
      key: row.key, newKey: newKey, archive: try Archiver().encode(model), metadata: metadata)
  }
}
