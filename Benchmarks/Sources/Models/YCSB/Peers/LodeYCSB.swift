internal import BenchHarness
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// Persons in Lode: tasks await their reads and writes, and waiting writes share commits.
func lodeYCSB(_ directory: String, compression: Compression) throws -> YCSBStore {
  var options = StoreOptions()
  options.compression = compression
  let store = try Store(directory + "/objects.lode", models: [Citizen.self], options: options)
  let caller = LodeYCSB(store: store)
  return YCSBStore(
    run: { try await caller.run($0) },
    scan: {
      try store.read { transaction in
        var digest = Digest()
        try transaction.forEach(Citizen.self) { digest.add(sum: $0.sum) }
        return digest
      }
    },
    ages: { keys in
      try store.read { transaction in
        try keys.keys.map { key in
          guard let person = try transaction.get(Citizen.self, key) else {
            throw BenchFailure("no person \(key)")
          }
          return person.age
        }
      }
    },
    close: { store.close() })
}

private struct LodeYCSB: YCSBCaller {
  let store: Store

  func call(_ operation: YCSBOperation, _ persons: [Citizen]) throws -> Digest {
    if operation.kind.isWrite {
      return try store.write { try Self.write(operation, persons, &$0) }
    }
    return try store.read { try Self.read(operation, $0) }
  }

  func callFromTask(_ operation: YCSBOperation, _ persons: [Citizen]) async throws -> Digest {
    if operation.kind.isWrite {
      return try await store.write { try Self.write(operation, persons, &$0) }
    }
    return try await store.read { try Self.read(operation, $0) }
  }

  private static func read(
    _ operation: YCSBOperation, _ transaction: ReadTransaction
  ) throws -> Digest {
    var digest = Digest()
    if operation.kind == .scan {
      try transaction.scan(
        Citizen.self, keys: KeyRange(operation.key...), limit: operation.number
      ) { person in
        digest.add(sum: person.sumWithoutAge)
        return .next
      }
    } else if let person = try transaction.get(Citizen.self, operation.key) {
      digest.add(sum: person.sumWithoutAge)
    }
    return digest
  }

  private static func write(
    _ operation: YCSBOperation, _ persons: [Citizen], _ transaction: inout WriteTransaction
  ) throws -> Digest {
    var digest = Digest()
    if operation.kind == .insert {
      try transaction.insert(persons[operation.person])
      return digest
    }
    let outcome = try transaction.update(Citizen.self, operation.key) { person in
      if operation.kind == .modify {
        digest.add(sum: person.sumWithoutAge)
        person.age += 1
      } else {
        person.age = operation.number
      }
    }
    if outcome.matched != 1 { throw BenchFailure("no person \(operation.key) to update") }
    return digest
  }
}
