import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeModels

/// With random keys a list of documents comes back shuffled, and the order in which they were added
/// is lost.
@Suite("New documents have time-ordered keys")
struct TimeOrderedKeyTests {
  let fixture: TestStore
  let documents: StoreDocuments

  init() throws {
    fixture = try TestStore()
    documents = fixture.store.documents("db")
  }

  private func numbers() throws -> [Int?] {
    try documents.fetch().map { $0.fields["n"]?.int }
  }

  @Test func `all returns added documents in the order of insertion`() throws {
    for n in 0..<50 { try documents.insert(["n": .int(Int64(n))]) }
    try documents.insert(contentsOf: (50..<500).map { ["n": .int(Int64($0))] })
    try fixture.store.write { transaction in
      for n in 500..<600 { try transaction.documents("db").insert(["n": .int(Int64(n))]) }
    }
    #expect(try numbers() == Array(0..<600))
  }

  @Test func `staged documents keep their order`() throws {
    let session = try fixture.store.stage()
    for n in 0..<20 { try session.documents("db").insert(["n": .int(Int64(n))]) }
    try session.save()
    #expect(try numbers() == Array(0..<20))
  }

  @Test func `imports without keys keep the order of the file`() throws {
    let lines = (0..<200).map { "{\"n\":\($0)}" }
    try documents.importJSON(Data(lines.joined(separator: "\n").utf8), keyField: nil)
    #expect(try numbers() == Array(0..<200))
    try documents.deleteAll()
    let list = try PropertyListSerialization.data(
      fromPropertyList: (0..<200).map { ["n": $0] }, format: .binary, options: 0)
    try documents.importPropertyList(list, keyField: nil)
    #expect(try numbers() == Array(0..<200))
  }

  @Test func `a key is a UUID of version 7 with the time in milliseconds`() throws {
    var keys = TimeOrderedUUIDs()
    let id = keys.next(at: 0x0123_4567_89AB).uuid
    #expect([id.0, id.1, id.2, id.3, id.4, id.5] == [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB])
    #expect(id.6 >> 4 == 7)
    #expect(id.8 >> 6 == 0b10)
    let before = Date().timeIntervalSince1970.rounded(.down)
    let made = try #require(try documents.insert([:]).id).uuidString.replacing("-", with: "")
    let time = try #require(UInt64(made.prefix(12), radix: 16))
    #expect(Double(time) / 1000 >= before)
  }

  @Test func `keys grow when the clock stands still, goes back or is beyond its range`() {
    var keys = TimeOrderedUUIDs()
    var last = ""
    for now in [5, 5, 5, 4, 0, 6, 6, 3, UInt64.max, UInt64.max, 7] {
      for _ in 0..<100 {
        let next = keys.next(at: now).uuidString
        #expect(next > last)
        last = next
      }
    }
  }

  @Test func `threads never get the same key, and each gets growing ones`() throws {
    let all = Mutex<Set<UUID>>([])
    try Worker.together(4) { _ in
      let keys = (0..<500).map { _ in UUID.timeOrdered() }
      for (first, second) in zip(keys, keys.dropFirst())
      where first.uuidString >= second.uuidString {
        throw Stop()
      }
      all.withLock { $0.formUnion(keys) }
    }
    #expect(all.withLock { $0.count } == 2000)
  }
}
