internal import LodeModels

/// The keys of all rows of a store.
struct StoreInventory {
  /// The keys of the rows, by collection, without empty collections.
  private(set) var keys: [String: Set<RowKey>] = [:]

  /// Reads the keys of all collections in one snapshot.
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
