import Foundation
import LodeModels
import LodeTestSupport

/// Builds and opens a store that uses every feature whose bytes lie in the data file.
enum FeatureStore {
  static let models: [any Model.Type] = [Person.self, Note.self, Picture.self]
  /// The numbers of rows at first, and of the commits after that.
  static let people = 400
  static let notes = 240
  static let pictures = 120
  static let rounds = 36
  /// A small store has a part of the rows, for tests.
  static let part = 5

  /// Opens the store with the current models.
  static func open(_ path: String, options: StoreOptions) throws -> Store {
    try Store(path, models: models, migrations: Person.plan, options: options)
  }

  /// Builds a store below `root`, and copies its file into `root/older` between the last commits.
  static func build(_ root: String, seed: UInt64, isSmall: Bool) throws {
    let part = isSmall ? Self.part : 1
    var random = SeededGenerator(seed: seed)
    let path = storePath(root)
    try buildOld(path, people / part, &random)
    let store = try open(path, options: StoreOptions(trainsDictionaries: false))
    try store.insert(contentsOf: (0..<notes / part).map { Note($0, &random) })
    try store.insert(contentsOf: (0..<pictures / part).map { Picture($0, &random) })
    for name in ["people", "notes"] {
      try store.trainDictionary(for: name)
      try store.recompress(name)
    }
    let older = root + "/older"
    try FileManager.default.createDirectory(atPath: older, withIntermediateDirectories: true)
    for round in 0..<rounds / part {
      try store.write { try changeEverything(in: &$0, round, &random) }
      if round == rounds / part / 2 {
        try store.buildIndexes()
        try store.compactSearch()
      }
      try FileManager.default.copyItem(
        atPath: path + "/data.mdb", toPath: "\(older)/\(100 + round).mdb")
    }
    let report = try store.verify()
    store.close()
    guard report.isSound else { throw Mismatch(description: "\(report.problems.prefix(2))") }
  }

  private static func buildOld(
    _ path: String, _ people: Int, _ random: inout SeededGenerator
  ) throws {
    let store = try Store(path, models: [Person.Old.self])
    try store.insert(contentsOf: (0..<people).map { Person.Old(Person($0, &random)) })
    store.close()
  }

  /// One commit that changes, deletes, and inserts rows of each collection.
  private static func changeEverything(
    in transaction: inout WriteTransaction, _ round: Int, _ random: inout SeededGenerator
  ) throws {
    for _ in 0..<4 {
      try transaction.put(Person(Int.random(in: 0..<people, using: &random), &random))
      try transaction.put(Note(Int.random(in: 0..<notes, using: &random), &random))
      try transaction.put(Picture(Int.random(in: 0..<pictures, using: &random), &random))
    }
    try transaction.delete(Person.self, round * 7)
    try transaction.delete(Note.self, Note.slug(round * 5))
    try transaction.delete(Picture.self, Picture.id(round * 3))
    try transaction.put(Person(people + round, &random))
  }
}
