import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Dictionaries are trained from a collection's rows and kept with them")
struct StoreDictionaryTests {
  private func store(trains: Bool = false) throws -> TestStore {
    var options = StoreOptions()
    options.trainsDictionaries = trains
    return try TestStore(options)
  }

  private func dictionaries(_ store: Store, of id: UInt32) throws -> Int {
    try store.read { transaction in
      let catalog = CatalogTable(transaction: transaction.handle, table: store.core.catalogTable)
      return try (1..<20).filter { try catalog.dictionary($0, of: id) != nil }.count
    }
  }

  @Test func `rows written later are shorter, and name it`() throws {
    let fixture = try store()
    let store = fixture.store
    try store["a"].put(sampleRecord(-1), forKey: -1)
    let before = try #require(try store.record(at: key(-1).bytes, in: "a")).count
    try store.fillAndTrain("a")
    let statistics = try #require(try store.statistics().collections.first)
    #expect(statistics.dictionary == 1 && statistics.dictionarySize > 256)
    #expect(try store["a"].put(sampleRecord(-1), forKey: -2) == .inserted)
    let after = try #require(try store.record(at: key(-2).bytes, in: "a"))
    #expect(after.count < before * 2 / 3)
    let header = try BlockHeader(after.span.extracting(8..<after.count - 8))
    #expect(header.dictionaryID == 1)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again["a"].get(-2) == sampleRecord(-1) && again["a"].get(7) == sampleRecord(7))
    #expect(try again.verify().isSound)
  }

  @Test func `training is no change of the contents`() throws {
    let fixture = try store()
    let store = fixture.store
    let recorder = Recorder(store)
    try store.write { transaction in
      for number in 0..<1000 { try transaction["a"].put(sampleRecord(number), forKey: number) }
    }
    let trained = try #require(try store.trainDictionary(for: "a"))
    #expect(trained.number == 1 && trained.samples == 1000 && trained.size > 0)
    #expect(try store.revision == 1 && recorder.all.count == 1)
    try store["a"].put("x", forKey: 1)
    #expect(try store.revision == 2 && recorder.all.last?.revision == 2)
  }

  @Test func `nothing is trained where it would not help, nor twice for nothing`() throws {
    let fixture = try store()
    let store = fixture.store
    var generator = SeededGenerator(seed: 4)
    try store.write { transaction in
      for number in 0..<1000 {
        let noise = (0..<100).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try transaction["a"].put(noise, forKey: number)
      }
    }
    #expect(try store.trainDictionary(for: "a") == nil)
    #expect(try store.trainDictionary(for: "missing") == nil)
    let settings = try #require(try store.settings(of: "a"))
    #expect(settings.dictionary == 0 && settings.triedAtRows == 1000)
    #expect(!settings.asksForTraining(rows: 9_999, bytes: 1 << 30))
    #expect(settings.asksForTraining(rows: 10_000, bytes: 1 << 30))
    #expect(!CompressionSettings().asksForTraining(rows: 999, bytes: 1 << 30))
    #expect(!CompressionSettings().asksForTraining(rows: 1000, bytes: 1000))
  }

  @Test func `a collection that grows gets one by itself, and again at ten times the rows`() throws
  {
    let fixture = try store(trains: true)
    let store = fixture.store
    func fill(_ range: Range<Int>) throws {
      for first in stride(from: range.lowerBound, to: range.upperBound, by: 500) {
        try store.write { transaction in
          for number in first..<min(first + 500, range.upperBound) {
            try transaction["a"].put(sampleRecord(number), forKey: number)
          }
        }
      }
    }
    func wait(for number: UInt32) throws {
      for _ in 0..<2000 {
        if try store.settings(of: "a")?.dictionary == number { return }
        usleep(10_000)
      }
      Issue.record("no dictionary \(number)")
    }
    try fill(0..<2500)
    try wait(for: 1)
    let tried = try #require(try store.settings(of: "a")).triedAtRows
    try fill(2500..<Int(tried) * 10 + 500)
    try wait(for: 2)
    for number in stride(from: 0, to: 10_000, by: 97) {
      #expect(try store["a"].get(number) == sampleRecord(number))
    }
    #expect(try store.verify().isSound)
  }

  @Test func `snapshots from before and after find the dictionaries of their rows`() throws {
    let fixture = try store()
    let store = fixture.store
    try store.fillAndTrain("a")
    try store["a"].put(sampleRecord(3), forKey: -1)
    let first = try store.snapshot()
    try store.trainDictionary(for: "a")
    try store["a"].put(sampleRecord(4), forKey: -1)
    let second = try store.snapshot()
    let id = try #require(try store.read { $0["a"].access.info?.id })
    #expect(try dictionaries(store, of: id) == 2)
    #expect(try store["a"].deleteAll() == 2001)
    // The one of new rows stays, the other one goes with the last row that could name it.
    #expect(try dictionaries(store, of: id) == 1)
    try store["a"].put(1, forKey: 1)
    try store.drop("a")
    #expect(try dictionaries(store, of: id) == 0)
    try store.fillAndTrain("b")
    #expect(try store.settings(of: "b")?.dictionary == 3)
    for _ in 0..<2 {
      #expect(try first.read { try $0["a"].get(-1) } == sampleRecord(3))
      #expect(try second.read { try $0["a"].get(-1) } == sampleRecord(4))
      #expect(try second.read { try $0["a"].rows().count } == 2001)
    }
  }

  @Test func `a dictionary whose commit fails is used by nobody`() throws {
    let fixture = try store()
    let store = fixture.store
    try store.fillAndTrain("a")
    let bytes = try #require(
      CompressionDictionary.train(
        from: (0..<500).map { Array(sampleRecord($0 + 5000).uppercased().utf8) }, id: 0)
    ).bytes
    #expect(throws: Stop.self) {
      try store.write { transaction in
        let context = transaction.context
        let kept = try DictionaryWriting(context).keepDictionary(
          bytes, table: 1, replacing: 1, rows: 5, samples: 5)
        #expect(kept?.number == 2)
        try transaction["a"].put(sampleRecord(8), forKey: -1)
        #expect(try transaction["a"].get(-1) == sampleRecord(8))
        throw Stop()
      }
    }
    #expect(try store.settings(of: "a")?.dictionary == 1)
    #expect(try store.trainDictionary(for: "a")?.number == 2)
    try store["a"].put(sampleRecord(8), forKey: -1)
    #expect(try store["a"].get(-1) == sampleRecord(8))
    #expect(try store.verify().isSound)
  }

  @Test func `writers, readers and trainers do not disturb each other`() throws {
    let fixture = try store(trains: true)
    let store = fixture.store
    try store.fillAndTrain("a", rows: 500)
    try Worker.together(6) { thread in
      for round in 0..<rounds(60) {
        switch thread {
        case 0:
          if round % 10 == 0 { try store.trainDictionary(for: "a") }
        case 1, 2:
          try store.write { transaction in
            for number in 0..<40 {
              let key = thread * 100_000 + round * 100 + number
              try transaction["a"].put(sampleRecord(key), forKey: key)
            }
          }
        case 3:
          let key = thread * 100_000 + round
          try store["a"].put(sampleRecord(key), forKey: key)
        default:
          let snapshot = try store.snapshot()
          for _ in 0..<3 {
            try snapshot.read { transaction in
              try transaction["a"].forEach { row in
                let number = try row.key.decode(Int.self)
                if try row.value(as: String.self) != sampleRecord(number) {
                  Issue.record("row \(number)")
                }
              }
            }
          }
          snapshot.close()
        }
      }
    }
    #expect(try store.verify().isSound)
  }
}
