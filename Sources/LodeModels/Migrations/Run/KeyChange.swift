internal import LodeCoding
internal import LodeStore

/// A change of the fields or of the values of a model's key, which moves rows to other keys.
struct KeyChange {
  private let model: any Model.Type
  private let progress: PlanProgress
  /// Whether the model declares other key fields than before.
  private let isDeclared: Bool

  init(of model: any Model.Type, _ progress: PlanProgress) {
    self.model = model
    self.progress = progress
    isDeclared = progress.declaresOtherKey(model)
  }

  /// A row that gets another key.
  private struct MovedRow {
    let key: RowKey
    let newKey: RowKey
    let archive: EncodedArchive
    let extras: RowExtras
  }

  /// Moves rows to the current keys of the model, with their timestamps and metadata.
  ///
  /// - Returns: The number of moved rows.
  func moveRows(_ transaction: inout WriteTransaction) throws -> Int {
    let moved = try movedRows(transaction)
    if moved.isEmpty { return 0 }
    if isDeclared || progress.keyFields(of: model) == nil { try checkStep() }
    let writer = transaction[model.collectionName]
    // The method deletes all rows before the first insert, because a row can get the key of another
    // row.
    for row in moved { try writer.delete(row.key) }
    for row in moved {
      do {
        try writer.insertArchive(row.archive, forKey: row.newKey, row.extras)
      } catch {
        if Interruption.isCause(of: error) { throw error }
        throw MigrationError(error, ofRowAt: row.newKey, in: model.collectionName)
      }
    }
    return moved.count
  }

  /// Throws if the key changed without a step, because the change can be a mistake.
  private func checkStep() throws(MigrationError) {
    let (schema, record) = (model.archiveSchema, progress.record(of: model))
    let hasStep = progress.program.plan.steps.compactMap(\.rowStep).contains {
      $0.typeNames.contains(schema.name) && $0.to > record?.version ?? 0
    }
    if hasStep { return }
    let change = SchemaChange.keyChanged(from: record?.keyFields ?? [], to: model.keyFields)
    throw MigrationError(
      .needed,
      "\(schema.name): \(change); increase the version, and add a step, which may be empty",
      type: schema.name, collection: model.collectionName)
  }

  /// Returns the rows of the model that get other keys.
  ///
  /// Rows of other types in the collection keep their keys.
  private func movedRows(_ transaction: borrowing WriteTransaction) throws -> [MovedRow] {
    let access = transaction.access(to: model.collectionName)
    let names = progress.program.types.names(of: model.archiveSchema)
    var rows: [MovedRow] = []
    // The write that migrates a pending row also moves the row.
    try access.scan(as: .unmigrated) { row in
      guard row.type == .archive, row.keyFormat == .tuple else { return .next }
      do {
        let archive = try access.archive(row.bytes, row.type)
        guard archive.rootObject?.isOfType(named: names) == true else { return .next }
        if let new = try moved(row, archive, as: model) { rows.append(new) }
      } catch {
        // An unreadable row stays at its key, unless the model declares another key.
        if isDeclared { throw MigrationError(error, ofRowAt: row.key, in: access.name) }
      }
      return .next
    }
    return rows
  }

  private func moved<M: Model>(
    _ row: borrowing Row, _ archive: Archive, as type: M.Type
  ) throws -> MovedRow? {
    let model = try archive.decoded(as: type, with: progress.program.types.unarchiver)
    let newKey = try RowLocation(ofRowAt: row.keyBytes).rowKey(model.primaryKey)
    if newKey == row.key { return nil }
    // The move stores the archive as read, not the encoded model, because the program may lack
    // types of the archive.
    let moved = try archive.forStore(evolution: .open)
    return MovedRow(key: row.key, newKey: newKey, archive: moved, extras: row.content.extras)
  }
}
