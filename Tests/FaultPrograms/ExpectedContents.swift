import LodeStore

/// What the store must hold after some transactions: dictionaries in memory.
struct ExpectedContents: ExpectedState {
  struct Row {
    var bytes: [UInt8]
    var metadata: [UInt8]?
  }

  struct Collection {
    var isDeclared = false
    var rows: [[UInt8]: Row] = [:]
  }

  private(set) var number = 0
  private(set) var collections: [String: Collection] = [:]

  /// The collections that the store must list.
  var listed: [String: Collection] {
    collections.filter { $0.value.isDeclared || !$0.value.rows.isEmpty }
  }

  /// Does what the next transaction does.
  mutating func advance(seed: UInt64) {
    number += 1
    for step in Plan(seed: seed, number: number).steps { apply(step) }
  }

  private mutating func apply(_ step: PlanStep) {
    switch step {
    case .put(let name, let key, let bytes, let metadata):
      collections[name, default: Collection()].rows[key.bytes] = Row(
        bytes: bytes, metadata: metadata)
    case .delete(let name, let key):
      collections[name]?.rows[key.bytes] = nil
    case .count:
      let key = RowKey(encoding: Plan.counterKey)
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      collections[Plan.counterCollection, default: Collection()].rows[key.bytes] = Row(bytes: bytes)
    case .declare(let name):
      collections[name, default: Collection()].isDeclared = true
    case .rename(let name, let newName):
      collections[newName] = collections.removeValue(forKey: name)
    case .drop(let name):
      collections[name] = nil
    case .clear(let name):
      collections[name]?.rows = [:]
    }
  }
}
