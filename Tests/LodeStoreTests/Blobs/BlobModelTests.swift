import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

/// Random writes of rows with blobs, and a model that knows which row has which.
///
/// A seed repeats a run: `LODE_SEED=7 swift test --filter BlobModelTests`.
@Suite("The blobs of a store are those of its rows, whatever is done to them", .tags(.random))
struct BlobModelTests {
  @Test(arguments: 0..<3 as Range<UInt64>)
  func `random puts, deletes, savepoints, drops and reopenings`(run: UInt64) throws {
    var seeds = SeededGenerator()
    for _ in 0..<run { _ = seeds.next() }
    var walk = try BlobWalk(SeededGenerator(seed: run == 0 ? seeds.seed : seeds.next()))
    print("seed \(walk.generator.seed)")
    for _ in 0..<rounds(150) { try walk.step() }
    try walk.reopen()
    #expect(try walk.store.verify().problems == [])
  }
}

/// What is in the collections, by name and key: which blobs each row has.
private typealias BlobModel = [String: [Int: [Int]]]

private struct BlobWalk {
  var generator: SeededGenerator
  private(set) var store: Store
  private let directory: TemporaryDirectory
  private var model: BlobModel = [:]
  private let names = ["a", "b", "c"]
  private let blobs = (0..<8).map { index in
    // Some do not compress, some have several pieces, some stay in their rows.
    let sizes = [3, 511, 512, 3000, 70_000, 131_008, 200_000, 600]
    return index % 3 == 0
      ? Blob(Data(repeating: UInt8(index), count: sizes[index]))
      : Blob(BlobTests.bytes(sizes[index], seed: 5))
  }

  init(_ generator: SeededGenerator) throws {
    self.generator = generator
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
  }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func step() throws {
    switch number(0..<20) {
    case 0: try reopen()
    case 1: try store.recompress(names[number(0..<3)])
    case 2:
      let policy = [Compression.off, Compression(level: 1, threshold: 16)][number(0..<2)]
      try store.write { try $0.setCompression(policy, forCollection: names[number(0..<3)]) }
    default: try write()
    }
    try compare()
  }

  mutating func reopen() throws {
    store.close()
    store = try Store(directory.file("s"))
    try compare()
  }

  private mutating func write() throws {
    var walk = self
    let fails = number(0..<6) == 0
    do {
      try store.write { transaction in
        for _ in 0...walk.number(0..<5) { try walk.act(&transaction, depth: 0) }
        if fails { throw Stop() }
      }
    } catch is Stop {
      walk.model = model
    }
    self = walk
  }

  private mutating func act(_ transaction: inout WriteTransaction, depth: Int) throws {
    let (name, key) = (names[number(0..<3)], number(0..<12))
    switch number(0..<14) {
    case 0 where depth < 2:
      let before = model
      let fails = number(0..<2) == 0
      do {
        try transaction.savepoint { inner in
          for _ in 0...number(0..<4) { try act(&inner, depth: depth + 1) }
          if fails { throw Stop() }
        }
      } catch is Stop {
        model = before
      }
    case 1:
      #expect(try transaction[name].deleteAll() == model[name]?.count ?? 0)
      model[name] = nil
    case 2:
      try transaction.drop(name)
      model[name] = nil
    case 3, 4:
      #expect(try transaction[name].delete(key) == (model[name]?[key] != nil))
      model[name]?[key] = nil
    case 5:
      try transaction[name].put("text", forKey: key)
      model[name, default: [:]][key] = []
    case 6: try copyRow(&transaction, name, key)
    default: try put(&transaction, name, key)
    }
  }

  /// Puts the bytes of a row as they are under another key.
  private mutating func copyRow(
    _ transaction: inout WriteTransaction, _ name: String, _ key: Int
  ) throws {
    guard let row = try transaction[name].row(key) else { return }
    let (other, otherKey) = (names[number(0..<3)], number(0..<12))
    try transaction[other].putBytes(row.bytes.span, type: row.type, forKey: otherKey)
    model[other, default: [:]][otherKey] = model[name]?[key]
  }

  private mutating func put(
    _ transaction: inout WriteTransaction, _ name: String, _ key: Int
  ) throws {
    let chosen = (0..<number(0..<4)).map { _ in number(0..<blobs.count) }
    let value = chosen.map { blobs[$0] }
    switch number(0..<4) {
    case 0:
      guard model[name]?[key] == nil else {
        expect(.duplicateKey) { try transaction[name].insert(value, forKey: key) }
        return
      }
      try transaction[name].insert(value, forKey: key)
    case 1:
      let isThere = try transaction[name].update(value, forKey: key)
      #expect(isThere == (model[name]?[key] != nil))
      if !isThere { return }
    case 2: try transaction[name].putArchive(Archiver().encode(value), forKey: key)
    default: try transaction[name].put(value, forKey: key)
    }
    model[name, default: [:]][key] = chosen
  }

  private func compare() throws {
    var references: [Blob: Int] = [:]
    for rows in model.values {
      for row in rows.values {
        for index in Set(row) where blobs[index].count >= 512 {
          references[blobs[index], default: 0] += 1
        }
      }
    }
    let found = try store.blobs()
    #expect(
      found.map { [$0.size, $0.references] }.sorted { $0.lexicographicallyPrecedes($1) }
        == references.map { [$0.key.count, $0.value] }.sorted { $0.lexicographicallyPrecedes($1) })
    let statistics = try store.statistics().blobs
    #expect(statistics.count == references.count)
    #expect(statistics.references == references.values.reduce(0, +))
    #expect(statistics.size == references.keys.reduce(0) { $0 + $1.count })
    try store.read { transaction in
      for (name, rows) in model {
        for (key, row) in rows {
          guard try transaction[name].row(key)?.type == .archive else { continue }
          #expect(try transaction[name].get(key, as: [Blob].self) == row.map { blobs[$0] })
        }
      }
    }
  }
}
