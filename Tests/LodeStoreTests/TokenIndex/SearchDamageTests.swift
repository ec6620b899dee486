import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("A damaged search index is an error or found by verify, and made anew by repair")
struct SearchDamageTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store.createIndex(IndexDefinition(search: ["title", "body"], name: "text"), on: "articles")
    try store.write { transaction in
      for key in 0..<80 {
        try transaction["articles"].put(article("t\(key % 9)", "the w\(key) of the"), forKey: key)
      }
      for key in 70..<80 { _ = try transaction["articles"].delete(key) }
    }
    try store.write { transaction in
      for key in 60..<70 { _ = try transaction["articles"].delete(key) }
    }
  }

  @Test(arguments: 0..<12)
  func `any row that is missing is found, and the index is made anew`(part: Int) throws {
    // A row that is about dead documents alone may be missing: nobody looks at it.
    try store.compactSearch()
    let rows = try store.tokenRows().sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (number, row) in rows.enumerated() where number % 12 == part {
      try store.setTokenRow(row.key, nil)
      let report = try store.verify()
      #expect(report.damagedIndexes.count == 1, "\(row.key)")
      try store.setTokenRow(row.key, row.value)
    }
    #expect(try store.verify().isSound)
    try store.setTokenRow(rows[part].key, nil)
    #expect(try store.repair().isSound)
    #expect(try store.plainIndex()["the"]?.count == 60)
  }

  @Test func `documents that are dead and not marked so are found`() throws {
    for row in try store.tokenRows() where row.key[0] == TokenKey.dead {
      try store.setTokenRow(row.key, nil)
    }
    #expect(try store.verify().damagedIndexes.count == 1)
    #expect(try store.repair().isSound)
  }

  @Test(.tags(.random))
  func `whatever bytes a row has, reading, writing and compacting end in an error or not at all`()
    throws
  {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    let rows = try store.tokenRows().sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for _ in 0..<40 {
      let row = rows[Int.random(in: 0..<rows.count, using: &random)]
      var bytes = row.value
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(min(bytes.count, Int.random(in: 0...4, using: &random)))
      }
      try store.setTokenRow(row.key, bytes)
      _ = try? store.plainIndex()
      _ = try? store.put(
        [Int.random(in: 0..<90, using: &random): article("the t1")], in: "articles")
      _ = try? store.compactSearch(blocks: 7)
      _ = try? store.plainIndex()
      if try !store.verify().isSound { #expect(try store.repair().isSound) }
    }
  }

  @Test(.tags(.random)) func `blocks of random bytes are read or refused`() {
    var random = SeededGenerator()
    var (documents, frequencies) = ([UInt32](), [UInt32]())
    var positions = PostingPositions()
    var sound = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 255 : 3), using: &random)
      }
      var place = 0
      guard let header = PostingHeader(bytes.span, first: 7, end: &place),
        header.readDocuments(
          bytes.span, at: place, first: 7, into: &documents, frequencies: &frequencies),
        header.readPositions(bytes.span, at: place, frequencies: frequencies, into: &positions)
      else { continue }
      sound += 1
      #expect(documents.count == Int(header.count) && positions.count == documents.count)
      #expect(zip(documents, documents.dropFirst()).allSatisfy { $0 < $1 })
    }
    print("seed \(random.seed), \(sound) sound")
  }
}
