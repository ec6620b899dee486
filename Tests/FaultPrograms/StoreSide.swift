import LodeCoding
import LodeStore

/// What is wrong with a store, in words.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
}

extension Store {
  /// Does transaction `number`, with a dictionary trained before it when its plan says so.
  ///
  /// Training commits for itself, and changes nothing that is compared: it may fail, or be lost,
  /// alone.
  func perform(_ plan: Plan) throws {
    if plan.trains { try trainDictionary(for: Plan.trainedCollection) }
    try write { transaction in
      for step in plan.steps { try apply(step, of: plan, to: &transaction) }
    }
  }

  /// The number of the transactions that the store has seen.
  func transactionsDone() throws -> Int {
    Int(try self[Plan.counterCollection].get(Plan.counterKey, as: Int64.self) ?? 0)
  }

  /// Compares every collection, row, value and metadata with the model.
  func compare(with model: ExpectedContents) throws {
    try read { transaction in
      let expected = model.listed
      let names = try transaction.collections().filter { $0 != "check" }
      guard Set(names) == Set(expected.keys) else {
        throw Mismatch(description: "collections \(names) not \(expected.keys.sorted())")
      }
      for (name, collection) in expected {
        let count = try countRows(transaction[name], name, comparing: collection)
        guard count == collection.rows.count, try transaction[name].count == count else {
          throw Mismatch(description: "\(name) has \(count) rows not \(collection.rows.count)")
        }
      }
    }
  }

  /// Checks pages and checksums, and that the store takes a write and gives it back.
  func proveUsable() throws {
    let report = try verify()
    guard report.isSound else { throw Mismatch(description: "\(report.problems.prefix(2))") }
    let value = "recovered"
    try self["check"].put(value, forKey: 1)
    guard try self["check"].get(1) == value else { throw Mismatch(description: "write is lost") }
    try self["check"].delete(1)
  }
}

private func apply(
  _ step: PlanStep, of plan: Plan, to transaction: inout WriteTransaction
) throws {
  switch step {
  case .put(let name, let key, let bytes, let metadata):
    try transaction[name].put(bytes, forKey: key, metadata: metadata)
  case .delete(let name, let key):
    try transaction[name].delete(key)
  case .count:
    let number = try transaction[Plan.counterCollection].increment(Plan.counterKey)
    guard number == plan.number else {
      throw Mismatch(description: "transaction \(plan.number) counted \(number)")
    }
  case .declare(let name): try transaction.declare(name)
  case .rename(let name, let newName): try transaction.rename(name, to: newName)
  case .drop(let name): try transaction.drop(name)
  case .clear(let name): try transaction[name].deleteAll()
  }
}

/// Compares the rows of a collection; returns how many there are.
private func countRows(
  _ reader: borrowing CollectionReader, _ name: String, comparing model: ExpectedContents.Collection
) throws -> Int {
  var count = 0
  try reader.forEach { row in
    let key = row.key.bytes
    guard let expected = model.rows[key] else {
      throw Mismatch(description: "\(name) has a row too many")
    }
    guard row.bytes.byteOrder(expected.bytes.span) == 0 else {
      throw Mismatch(description: "\(name) has a wrong value")
    }
    var metadata: [UInt8]?
    if let bytes = row.metadata { metadata = bytes.copied() }
    guard metadata == expected.metadata else {
      throw Mismatch(description: "\(name) has wrong metadata")
    }
    count += 1
  }
  // The way down the tree must lead to the rows too.
  for (key, row) in model.rows.prefix(8) {
    let format: KeyFormat = .tuple
    guard try reader.bytes(RowKey(bytes: key, format: format)) == row.bytes else {
      throw Mismatch(description: "\(name) does not find a row")
    }
  }
  return count
}
