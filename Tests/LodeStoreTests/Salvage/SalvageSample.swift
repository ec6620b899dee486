import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport

@testable import LodeStore

/// A store with every kind of page and row, and the rows that a program ever wrote into it.
struct SalvageSample {
  let directory: TemporaryDirectory
  let path: String
  /// The rows of the last commit, by collection and key.
  let rows: [String: [RowKey: Content]]
  /// Every content that a key has had, by collection.
  let history: [String: [RowKey: Set<Content>]]
  /// The bytes of the undamaged data file.
  let file: Data

  /// The content of a row, as a program reads it.
  struct Content: Hashable {
    var type: ValueType
    var bytes: [UInt8]
    var metadata: [UInt8]?
  }

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path, options: StoreOptions(trainsDictionaries: false))
    defer { store.close() }
    try store.write { transaction in
      for number in 0..<300 {
        try transaction["numbers"].put("value \(number) \(number * 7919 % 1009)", forKey: number)
      }
      try transaction["raw"].put("RAW", forKey: RawKey([1, 2, 3]), metadata: [9, 9])
      try transaction["long"].put("LONG", forKey: RawKey(Array(repeating: 0x6B, count: 600)))
      for number in 0..<20 {
        try transaction["pictures"].put(Self.picture(number), forKey: number)
      }
      try transaction["large"].put(Self.bytes(9_000, 7), forKey: "over pages")
      try transaction.declare("empty")
    }
    try store.createIndex(IndexDefinition("id"), on: "pictures")
    try store.buildIndexes()
    _ = try store.trainDictionary(for: "pictures")
    var past: [String: [RowKey: Set<Content>]] = [:]
    try Self.add(Self.rows(of: store), to: &past)
    try store.write { transaction in
      for number in stride(from: 0, to: 300, by: 50) {
        try transaction["numbers"].put("changed \(number)", forKey: number)
      }
      _ = try transaction["numbers"].delete(7)
    }
    try Self.add(Self.rows(of: store), to: &past)
    // The last commit replaces no page with rows of the other collections.
    try store.write { try $0["last"].put("x", forKey: 1) }
    rows = try Self.rows(of: store)
    Self.add(rows, to: &past)
    history = past
    store.close()
    file = try contents(of: path + "/data.mdb")
  }

  static func picture(_ number: Int) -> Picture {
    let text = String(repeating: "one of the pictures, \(number). ", count: 20)
    return Picture(id: number, blob: Blob(bytes(3_000, number % 5)), note: text)
  }

  /// Creates a store of one test; `history` has only the rows of the last commit.
  init(_ body: (Store) throws -> Void) throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path)
    defer { store.close() }
    try body(store)
    rows = try Self.rows(of: store)
    history = rows.mapValues { rows in rows.mapValues { [$0] } }
    store.close()
    file = try contents(of: path + "/data.mdb")
  }

  private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(seed))
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func add(
    _ rows: [String: [RowKey: Content]], to history: inout [String: [RowKey: Set<Content>]]
  ) {
    for (collection, rows) in rows {
      for (key, content) in rows {
        history[collection, default: [:]][key, default: []].insert(content)
      }
    }
  }

  /// The rows of a store; blobs are read, so that a row with another blob differs.
  static func rows(of store: Store) throws -> [String: [RowKey: Content]] {
    try store.read { transaction in
      var all: [String: [RowKey: Content]] = [:]
      for name in try transaction.collections() {
        var rows: [RowKey: Content] = [:]
        try transaction[name].scan { row in
          let row = row.copied()
          rows[row.key] = Content(type: row.type, bytes: row.bytes, metadata: row.metadata)
          return .next
        }
        all[name] = rows
      }
      return all
    }
  }

  // Pages of the undamaged file.

  /// The size of a page, which the first meta page states.
  var pageSize: Int { file.subdata(in: 40..<44).reversed().reduce(0) { $0 << 8 | Int($1) } }

  /// The bytes of a page in the file.
  func page(_ number: Int) -> Range<Int> { number * pageSize..<(number + 1) * pageSize }

  /// The numbers of the pages of a kind, in use or free: 1 branch, 2 leaf, 4 overflow.
  func pages(ofKind kind: UInt8) -> [Int] {
    (2..<file.count / pageSize).filter { file[$0 * pageSize + 10] == kind }
  }

  /// The numbers of the leaves of a collection, in the order of their keys.
  func leaves(of collection: String) throws -> [Int] {
    let source = try SalvageSource(path: path)
    let catalog = SalvagedCatalog(source)
    guard let id = catalog.collections.first(where: { $0.value.name == collection })?.key,
      let table = source.tables[id]
    else { return [] }
    var leaves: [Int] = []
    _ = source.file.walk(table.tree) { entry in
      if leaves.last != Int(entry.page) { leaves.append(Int(entry.page)) }
    }
    return leaves
  }

  /// The number of entries of a leaf, from its header.
  func entries(ofLeaf number: Int) -> Int {
    let at = number * pageSize + 12
    return (Int(file[at]) + Int(file[at + 1]) << 8 - 16) / 2
  }

  /// Salvages a damaged copy of the file, and returns the report and the rows of the new store.
  func salvage(
    _ damage: (inout Data) -> Void
  ) throws -> (report: SalvageReport, rows: [String: [RowKey: Content]], store: Store) {
    var bytes = file
    damage(&bytes)
    let name = UUID().uuidString
    try makeDirectory(directory.file("\(name).damaged"))
    let damaged = directory.file("\(name).damaged/data.mdb")
    try write(bytes, to: damaged)
    let new = directory.file("\(name).new")
    let report = try Store.salvage(directory.file("\(name).damaged"), into: new)
    // A salvage changes nothing in the damaged store.
    guard try contents(of: damaged) == bytes,
      try names(in: directory.file("\(name).damaged")) == ["data.mdb"]
    else { throw Stop() }
    let store = try Store(new)
    return (report, try Self.rows(of: store), store)
  }

  /// Returns the rows that no program ever wrote under their keys.
  func wrongRows(_ found: [String: [RowKey: Content]]) -> [String] {
    found.flatMap { collection, rows in
      rows.filter { key, content in
        // A collection whose name is lost has the rows of any collection.
        let known = history[collection].map { [$0] } ?? Array(history.values)
        return !known.contains { $0[key]?.contains(content) == true }
      }.map { "\(collection) \($0.key)" }
    }
  }
}
