internal import LodeModels

/// Returns the keys of all rows in one snapshot, by collection, without empty collections.
func rowKeys(of store: Store) throws -> [String: Set<RowKey>] {
  try store.read { transaction in
    var keys: [String: Set<RowKey>] = [:]
    for name in try transaction.collections() {
      keys[name] = Set(try transaction[name].keys())
    }
    return keys.filter { !$0.value.isEmpty }
  }
}
