import Lode
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

/// A row with few ranks, so that orders have many ties.
struct Item: Archivable, Model, Equatable {
  var id: Int
  var rank: Int
  var group: String

  static let collectionName = "item"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Item",
    fields: [
      .init("id", Int.self), .init("rank", Int.self), .init("group", String.self),
    ])

  init(_ id: Int, _ random: inout SeededGenerator) {
    self.id = id
    rank = Int.random(in: 0..<4, using: &random)
    group = ["a", "b"].randomElement(using: &random) ?? "a"
  }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(rank)
    try archive.encode(group)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    rank = try archive.decode(1)
    group = try archive.decode(2)
  }
}

/// A store with random commits of ``Item`` rows.
struct RandomCommits {
  var random: SeededGenerator
  private let directory: TemporaryDirectory
  let store: Store

  init(random: SeededGenerator) throws {
    self.random = random
    directory = try TemporaryDirectory()
    var options = StoreOptions()
    options.durability = .relaxed
    store = try Store(directory.file("s"), models: [Item.self], options: options)
    if Bool.random(using: &self.random) {
      try store.createIndex(IndexDefinition("rank", "group"), on: "item")
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  /// A random query, often with a limit.
  mutating func makeQuery() -> Query<Item> {
    let condition = [
      "TRUE", "rank > 1", "rank = 2", "\"group\" = 'a'", "rank < 3 AND \"group\" = 'b'", "id < 30",
    ]
    .randomElement(using: &random)
    let order = [
      "", "ORDER BY rank", "ORDER BY rank DESC, \"group\"", "ORDER BY \"group\"",
      "ORDER BY id DESC",
    ]
    .randomElement(using: &random)
    var query = Query<Item>()
    do {
      query = try Query("\(condition ?? "") \(order ?? "")")
    } catch {
      Issue.record(error)
    }
    if number(0..<3) > 0 { query = query.limit(number(0..<9)).offset(number(0..<6)) }
    return query
  }

  /// Commits a random write.
  mutating func commit() async throws {
    let store = store
    var random = random
    defer { self.random = random }
    let id = Int.random(in: 0..<60, using: &random)
    let item = Item(id, &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<14: try await store.put(item)
    case 14..<22: try await store.update(Item.self, id) { $0 = item }
    case 22..<30: try await store.delete(Item.self, id)
    case 30..<33:
      // Several rows, some of them twice, and a savepoint that is undone.
      let items = (0..<8).map { _ in Item(Int.random(in: 0..<60, using: &random), &random) }
      try await store.write { transaction in
        try transaction.put(items)
        do {
          try transaction.savepoint { inner in
            try inner.deleteAll(Item.self)
            throw Stop()
          }
        } catch is Stop {}
        try transaction.delete(Item.self, id)
        try transaction.put(items[0])
      }
    case 33..<35:
      // Writes that may share a commit.
      async let first: Void = store.write { try $0.put(item) }
      async let second: Void = store.write { _ = try $0.delete(Item.self, (id + 1) % 60) }
      async let third: Void = store.write { try $0.put(item) }
      _ = try await (first, second, third)
    case 35..<37: _ = try await store.write { try $0["item"].touch(id) }
    case 37:
      // A row that goes and comes back.
      let old = try await store.get(Item.self, id)
      try await store.delete(Item.self, id)
      if let old { try await store.put(old) }
    case 38: try await store.partition("other").put(item)
    default:
      if Int.random(in: 0..<4, using: &random) == 0 {
        try await store.deleteAll(Item.self)
      } else {
        let rank = item.rank
        try await store.update(Query<Item>("rank = \(rank)"), set: ["rank": 3])
      }
    }
  }
}

extension RowChanges {
  /// Checks that the indices ascend and are in range, and that each row is in one list.
  func check(from old: [Item], to new: [Item], _ comment: Comment) {
    let lists = [deletions, insertions, moves.map(\.new), modifications.map(\.new)]
    for list in lists { #expect(zip(list, list.dropFirst()).allSatisfy(<), comment) }
    let gone = deletions + moves.map(\.old) + modifications.map(\.old)
    let come = insertions + moves.map(\.new) + modifications.map(\.new)
    #expect(Set(gone).count == gone.count && gone.allSatisfy(old.indices.contains), comment)
    #expect(Set(come).count == come.count && come.allSatisfy(new.indices.contains), comment)
    for move in moves {
      #expect(old[move.old].id == new[move.new].id, comment)
      #expect(move.isModified == (old[move.old] != new[move.new]), comment)
    }
    for row in modifications {
      #expect(old[row.old].id == new[row.new].id && old[row.old] != new[row.new], comment)
    }
  }
}
