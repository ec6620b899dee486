import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

/// Random writes on a store and its model, which must agree in every answer and in the end.
///
/// A seed repeats a run: `LODE_SEED=7 swift test --filter ModelTests`.
@Suite("A store behaves as dictionaries do", .tags(.slow, .random))
struct ModelTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random writes, failures, savepoints, snapshots and reopenings`(run: UInt64) throws {
    var seeds = SeededGenerator()
    for _ in 0..<run { _ = seeds.next() }
    let history: HistoryPolicy? = run % 2 == 0 ? nil : .keep(images: true)
    var walk = try ModelWalk(
      SeededGenerator(seed: run == 0 ? seeds.seed : seeds.next()), StoreOptions(history: history))
    print("seed \(walk.generator.seed)")
    for _ in 0..<rounds(800) { try walk.step() }
    try walk.finish()
  }
}

struct ModelWalk {
  var generator: SeededGenerator
  private let directory: TemporaryDirectory
  private var store: Store
  private var recorder: Recorder
  private var model = StoreModel()
  private var snapshots: [(Snapshot, StoreModel)] = []

  private let names = ["", "a", "a.b", "b", "c"]
  private let keys: [RowKey]
  private let options: StoreOptions
  /// The position of the last event that the change log has given.
  private var position: ChangePosition

  init(_ generator: SeededGenerator, _ options: StoreOptions) throws {
    self.generator = generator
    self.options = options
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"), options: options)
    recorder = Recorder(store)
    position = try store.position()
    model.revision = position.revision
    let head = String(repeating: "k", count: 520)
    keys = (0..<40).map { key($0) } + (0..<8).map { key(head + "\($0)") }
  }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

  private mutating func name() -> String { names[number(0..<names.count)] }

  private mutating func anyKey() -> RowKey { keys[number(0..<keys.count)] }

  private mutating func value() -> String {
    let length = number(0..<12) == 0 ? number(0..<3000) : number(0..<20)
    if number(0..<3) == 0 { return sampleRecord(number(0..<10_000)) }
    return String(repeating: ["x", "y", "z"][number(0..<3)], count: length)
  }

  private mutating func metadata() -> [UInt8]? {
    number(0..<3) == 0 ? [UInt8](repeating: 5, count: number(0..<4)) : nil
  }

  /// One write, or something between writes.
  mutating func step() throws {
    switch number(0..<40) {
    case 0: try reopen()
    case 1, 2:
      if snapshots.count < 3 { snapshots.append((try store.snapshot(), model)) }
    case 3, 4:
      if let (snapshot, past) = snapshots.popLast() {
        try snapshot.read { transaction in try Self.compare(transaction, past) }
      }
    case 5: try store.read { transaction in try Self.compare(transaction, model) }
    case 6: try store.trainDictionary(for: name())
    case 7: try store.recompress(number(0..<2) == 0 ? nil : name())
    case 8: try setCompression()
    default: try write()
    }
  }

  mutating func finish() throws {
    try reopen()
    #expect(try store.verify().isSound)
  }

  private mutating func reopen() throws {
    for (snapshot, past) in snapshots {
      try snapshot.read { transaction in try Self.compare(transaction, past) }
    }
    snapshots = []
    store.close()
    store = try Store(directory.file("s"), options: options)
    recorder = Recorder(store)
    try store.read { transaction in try Self.compare(transaction, model) }
  }

  /// Another policy, which is a change of the store and none of its contents.
  private mutating func setCompression() throws {
    let policies = [
      nil, Compression.off, Compression(level: number(1..<20), threshold: number(0..<200)),
    ]
    let (name, policy) = (name(), policies[number(0..<3)])
    let isNew = try store.read { $0[name].compressionPolicy } != policy
    try store.write { try $0.setCompression(policy, forCollection: name) }
    if isNew { model.revision += 1 }
    try checkLog(recorder.take(), model, model)
  }

  private mutating func write() throws {
    let before = model
    let fails = number(0..<6) == 0
    var walk = self
    do {
      try store.write { transaction in
        walk.model.hasChanges = false
        for _ in 0...walk.number(0..<6) { try walk.act(&transaction, depth: 0) }
        if fails { throw Stop() }
      }
      generator = walk.generator
      model = walk.model
      if model.hasChanges { model.revision += 1 }
    } catch is Stop {
      generator = walk.generator
    }
    let changes = recorder.take()
    #expect(changes.count == (model.revision == before.revision ? 0 : 1))
    #expect(try store.revision == model.revision)
    if let changes = changes.first { Self.check(changes, before, model) }
    try checkLog(changes, before, model)
  }

  /// Whether the change log has the same changes as the observer, with the rows of both states.
  private mutating func checkLog(
    _ told: [ChangeSet], _ before: StoreModel, _ after: StoreModel
  ) throws {
    if options.history == nil { return }
    let events = try store.events(after: position)
    #expect(events.count == told.count)
    for (event, told) in zip(events, told) {
      guard case .changes(let logged) = event else {
        Issue.record("a gap")
        continue
      }
      position = logged.position
      #expect(logged.position == told.position && logged.time == told.time)
      #expect(Set(logged.collections.keys) == Set(told.collections.keys))
      for (name, changes) in logged.collections {
        let lists = [changes.inserted, changes.updated, changes.deleted]
        #expect(lists == told[name].map { [$0.inserted, $0.updated, $0.deleted] })
        #expect(changes.cleared == told[name]?.cleared)
        let (old, new) = (changes.updated + changes.deleted, changes.updated + changes.inserted)
        #expect(changes.oldRows.keys.sorted() == old.sorted())
        #expect(changes.newRows.keys.sorted() == new.sorted())
        for (key, row) in changes.oldRows {
          #expect(try row.value(as: String.self) == before.collections[name]?[key]?.value)
        }
        for (key, row) in changes.newRows {
          #expect(try row.value(as: String.self) == after.collections[name]?[key]?.value)
        }
      }
    }
  }

  /// One operation on store and model, whose answers must agree.
  private mutating func act(_ transaction: inout WriteTransaction, depth: Int) throws {
    let (name, key, value, metadata) = (name(), anyKey(), value(), metadata())
    let old = model.collections[name]?[key]
    switch number(0..<20) {
    case 0..<6:
      let outcome = try transaction[name].put(value, forKey: key, metadata: metadata)
      #expect(outcome == model.put(value, key, metadata, in: name))
    case 6:
      if old == nil {
        try transaction[name].insert(value, forKey: key, metadata: metadata)
        _ = model.put(value, key, metadata, in: name)
      } else {
        expect(.duplicateKey) { try transaction[name].insert(value, forKey: key) }
      }
    case 7:
      #expect(try transaction[name].update(value, forKey: key) == (old != nil))
      if let old { _ = model.put(value, key, old.metadata, in: name) }
    case 8, 9:
      #expect(try transaction[name].delete(key) == model.delete(key, in: name))
    case 10: try deleteRange(&transaction, name)
    case 11: try append(&transaction, name, value)
    case 12:
      #expect(try transaction[name].setMetadata(metadata, forKey: key) == (old != nil))
      if let old { _ = model.put(old.value, key, metadata, in: name) }
    case 13:
      #expect(try transaction[name].touch(key) == (old != nil))
      if old != nil { model.hasChanges = true }
    case 14: try collections(&transaction, name)
    case 15:
      let expected = old?.revision ?? 0
      let outcome = try transaction[name].put(value, forKey: key, ifRevision: expected)
      #expect(outcome == model.put(value, key, nil, in: name))
    case 16, 17: if depth < 3 { try savepoint(&transaction, depth) }
    default:
      #expect(try transaction[name].get(key) == old?.value)
      #expect(try transaction[name].count == model.keys(name).count)
    }
  }

  private mutating func deleteRange(_ transaction: inout WriteTransaction, _ name: String) throws {
    let first = number(0..<40)
    let range = KeyRange(first..<first + number(0..<5))
    let doomed = model.keys(name).filter { range.contains($0.bytes.span) }
    #expect(try transaction[name].delete(range) == doomed.count)
    for key in doomed { _ = model.delete(key, in: name) }
  }

  private mutating func append(
    _ transaction: inout WriteTransaction, _ name: String, _ value: String
  ) throws {
    let new = key(number(0..<60))
    if model.keys(name).allSatisfy({ $0 < new }) {
      try transaction[name].append(value, forKey: new)
      _ = model.put(value, new, nil, in: name)
    } else {
      expect(.keysOutOfOrder) { try transaction[name].append(value, forKey: new) }
    }
  }

  private mutating func collections(_ transaction: inout WriteTransaction, _ name: String) throws {
    switch number(0..<4) {
    case 0: #expect(try transaction[name].deleteAll() == model.clear(name))
    case 1: #expect(try transaction.drop(name) == model.drop(name))
    case 2: #expect(try transaction.declare(name) == model.declare(name))
    default:
      let new = self.name()
      var code: StoreError.Code?
      do {
        try transaction.rename(name, to: new)
      } catch {
        code = error.code
      }
      #expect(code == model.rename(name, to: new))
    }
    #expect(try transaction.collections() == model.names)
  }

  private mutating func savepoint(_ transaction: inout WriteTransaction, _ depth: Int) throws {
    let fails = number(0..<2) == 0
    var walk = self
    do {
      try transaction.savepoint { inner in
        for _ in 0...walk.number(0..<4) { try walk.act(&inner, depth: depth + 1) }
        if fails { throw Stop() }
      }
      model = walk.model
    } catch is Stop {}
    generator = walk.generator
  }

  // Comparing.

  private static func compare(_ transaction: borrowing ReadTransaction, _ model: StoreModel) throws
  {
    #expect(try transaction.collections() == model.names)
    #expect(try transaction.revision == model.revision)
    for name in model.names {
      var rows: [RowKey: StoreModel.Row] = [:]
      try transaction[name].forEach { row in
        rows[row.key] = StoreModel.Row(
          value: try row.value(), metadata: row.copied().metadata, revision: row.revision)
      }
      #expect(rows == model.collections[name] ?? [:])
    }
  }

  /// Whether a change set tells the way from one state's keys to the next one's.
  private static func check(_ changes: ChangeSet, _ before: StoreModel, _ after: StoreModel) {
    #expect(changes.revision == after.revision)
    for name in Set(before.collections.keys).union(after.collections.keys) {
      let (old, new) = (before.keys(name), after.keys(name))
      guard let change = changes[name] else {
        #expect(old == new)
        continue
      }
      #expect(Set(change.inserted) == new.subtracting(old))
      #expect(Set(change.deleted) == old.subtracting(new))
      let both = old.intersection(new)
      #expect(Set(change.updated).isSubset(of: both))
      let different = both.filter { before.collections[name]?[$0] != after.collections[name]?[$0] }
      #expect(different.isSubset(of: Set(change.updated)))
    }
  }
}
