import LodeCoding
import LodeStore

/// What a store should hold: the same operations on dictionaries.
struct StoreModel: Equatable {
  struct Row: Equatable {
    var value: String
    var metadata: [UInt8]?
    var revision: UInt64
  }

  var collections: [String: [RowKey: Row]] = [:]
  var declared: Set<String> = []
  var revision: UInt64 = 0
  /// Whether the write that is going on has changed something.
  var hasChanges = false

  /// The names of collections that are listed.
  var names: [String] {
    declared.union(collections.filter { !$0.value.isEmpty }.keys).sorted()
  }

  func keys(_ name: String) -> Set<RowKey> { Set((collections[name] ?? [:]).keys) }

  mutating func put(
    _ value: String, _ key: RowKey, _ metadata: [UInt8]?, in name: String
  ) -> PutOutcome {
    let old = collections[name]?[key]
    if let old, old.value == value, old.metadata == metadata { return .unchanged }
    collections[name, default: [:]][key] = Row(
      value: value, metadata: metadata, revision: revision + 1)
    hasChanges = true
    return old == nil ? .inserted : .updated
  }

  mutating func delete(_ key: RowKey, in name: String) -> Bool {
    guard collections[name]?.removeValue(forKey: key) != nil else { return false }
    hasChanges = true
    return true
  }

  mutating func clear(_ name: String) -> Int {
    let count = collections[name]?.count ?? 0
    collections[name] = nil
    if count > 0 { hasChanges = true }
    return count
  }

  mutating func declare(_ name: String) -> Bool {
    guard declared.insert(name).inserted else { return false }
    hasChanges = true
    return true
  }

  mutating func drop(_ name: String) -> Int {
    guard names.contains(name) else { return 0 }
    collections[name] = nil
    declared.remove(name)
    hasChanges = true
    return 1
  }

  /// The code of the error, or `nil`.
  mutating func rename(_ old: String, to new: String) -> StoreError.Code? {
    if !names.contains(old) { return .collectionNotFound }
    if names.contains(new) { return .collectionExists }
    collections[new] = collections.removeValue(forKey: old)
    if declared.remove(old) != nil { declared.insert(new) }
    hasChanges = true
    return nil
  }
}
