internal import LodeModels

extension MigratedStore {
  /// Returns one problem for each collection whose rows differ from the rows of another migrated
  /// store.
  ///
  /// The comparison ignores revisions.
  ///
  /// - Parameter other: The same fixture, migrated in another mode.
  func differences(to other: MigratedStore) throws -> [MigrationProblem] {
    let (rows, others) = (try store.comparedRows(), try other.store.comparedRows())
    return Set(rows.keys).union(others.keys).sorted().compactMap { collection in
      let (left, right) = (rows[collection] ?? [:], others[collection] ?? [:])
      let keys = Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
      if keys.isEmpty { return nil }
      return MigrationProblem(
        .differentRow, collection, keys,
        "\(keys.count) rows differ between the modes \(mode) and \(other.mode)")
    }
  }
}

/// A row without its revision, in a form that can be compared with the row of another store.
///
/// For an archive, `bytes` is empty. The comparison uses decoded archives, because two stores can
/// number the same schemas differently.
private struct ComparedRow: Hashable {
  let type: ValueType
  let bytes: [UInt8]
  let archive: Archive?
  let extras: RowExtras
}

extension Store {
  /// Returns the rows of each collection, by collection name and key.
  fileprivate func comparedRows() throws -> [String: [RowKey: ComparedRow]] {
    try read { transaction in
      var rows: [String: [RowKey: ComparedRow]] = [:]
      for name in try transaction.collections() {
        let collection = transaction[name]
        try collection.forEach { row in
          let archive = row.type == .archive ? try collection.archive(of: row) : nil
          rows[name, default: [:]][row.key] = ComparedRow(
            type: row.type, bytes: archive == nil ? row.bytes.copied() : [], archive: archive,
            extras: row.content.extras)
        }
      }
      return rows
    }
  }
}
