internal import LodeModels

/// The keys of all rows of a store.
struct StoreInventory {
  /// The keys of each collection's rows.
  private(set) var keys: [String: Set<RowKey>] = [:]

  init(_ store: Store) throws {
    keys = try store.read { transaction in
      var keys: [String: Set<RowKey>] = [:]
      for name in try transaction.collections() {
        keys[name] = Set(try transaction[name].keys())
      }
      return keys.filter { !$0.value.isEmpty }
    }
  }

  /// The number of rows of each collection that is not empty.
  var counts: [String: Int] { keys.mapValues(\.count) }
}
