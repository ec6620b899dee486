import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Verifying a store compares its blobs with its rows")
struct BlobCheckTests {
  let fixture: TestStore
  let store: Store
  private let picture = Picture(id: 1, blob: Blob(BlobTests.bytes(70_000, seed: 1)))

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    try store["a"].put(picture, forKey: 1)
    try store["a"].put(picture, forKey: 2)
    #expect(try store.verify().isSound)
  }

  /// Changes the table of the blobs behind the store's back, with sums as they should be.
  private func change(_ body: (BlobWriting) throws -> Void) throws {
    try store.write { transaction in
      try body(try #require(BlobWriting(transaction.context)))
      transaction.context.hasChanges = true
    }
  }

  private func problem() throws -> String {
    let report = try store.verify()
    #expect(report.problemCount == 1)
    return report.problems.first ?? ""
  }

  @Test func `a count that is too high, or too low, is found`() throws {
    try change { try $0.change([1: 1]) }
    #expect(try problem() == "blob 1 records 3 references, but 2 rows refer to it")
    try change { try $0.change([1: -2]) }
    #expect(try problem() == "blob 1 records 1 references, but 2 rows refer to it")
  }

  @Test func `a blob that no row names is found`() throws {
    var made: [UInt64] = []
    try change { _ = try $0.number(of: BlobTests.bytes(600, seed: 9).span, made: &made) }
    #expect(try problem() == "no row refers to blob 2")
  }

  @Test
  func `a blob that is missing is found, with the rows that name it, and reading them is an error`()
    throws
  {
    try change { try $0.change([1: -2]) }
    let report = try store.verify()
    #expect(
      report.problems == [
        "a: key 1 refers to blob 1, which does not exist",
        "a: key 2 refers to blob 1, which does not exist",
      ])
    let error = expect(.damaged) { _ = try store["a"].get(1, as: Picture.self) }
    #expect(
      error?.collection == "a" && error?.context == "key 1 refers to blob 1, which does not exist")
    expect(.damaged) { _ = try store.read { try $0["a"].archive(1) } }
    // What does not need it is read, and the rows can go.
    #expect(try store.read { try $0["a"].field(Picture.id, at: 1) } == 1)
    #expect(try store["a"].delete(1))
    #expect(try store["a"].deleteAll() == 1)
    #expect(try store.verify().isSound)
  }

  @Test func `a piece that is missing is found`() throws {
    try store.write { transaction in
      let context = transaction.context
      let blobs = try #require(BlobWriting(context))
      let (handle, info) = (context.handle, blobs.table.info)
      let key = BlobRecord.pieceKey(1, 1)
      let record = try #require(try handle.get(key.span, in: info.table)?.copied())
      _ = try handle.delete(key.span, in: info.table)
      context.sums.add(0 &- sum(record), to: info.id)
      context.hasChanges = true
    }
    #expect(try problem() == "the bytes of blob 1 are missing or changed")
    expect(.damaged) { _ = try store["a"].get(1, as: Picture.self) }
  }

  @Test func `a row that refers to blobs without the flag in its header is found`() throws {
    let record = try #require(try store.record(at: Key(1).bytes, in: "a"))
    let row = try #require(try store.read { try $0["a"].row(1) })
    let info = try #require(try store.read { $0["a"].access.info })
    let encoder = RecordEncoder(
      RecordHead(table: info.id, type: .archive, revision: row.revision), key: Key(1).bytes.span,
      value: row.bytes.span, block: nil, .exactly(.none))
    let plain = [UInt8](capacity: encoder.count) { _ = encoder.write(into: &$0) }
    #expect(plain != record)
    try replace(record, by: plain)
    #expect(
      try problem().hasPrefix("a: key 1 refers to blobs, but the header of the row records no blob")
    )
    try replace(plain, by: record)
    #expect(try store.verify().isSound)
  }

  private func sum(_ bytes: [UInt8]) -> UInt64 {
    guard let record = RowRecord(bytes.span) else { return 0 }
    return record.sum
  }

  private func replace(_ old: [UInt8], by new: [UInt8]) throws {
    try store.write { transaction in
      let info = try #require(transaction["a"].access.info)
      let context = transaction.context
      let handle = context.handle
      _ = try handle.put(new.span, forKey: Key(1).bytes.span, in: info.table, mode: .overwrite)
      context.sums.add(sum(new) &- sum(old), to: info.id)
      context.hasChanges = true
    }
  }

  @Test func `a damaged row of the blobs' table is found`() throws {
    try store.write { transaction in
      let context = transaction.context
      let blobs = try #require(BlobWriting(context))
      let (handle, info) = (context.handle, blobs.table.info)
      let key = BlobRecord.entryKey(1)
      var record = try #require(try handle.get(key.span, in: info.table)?.copied())
      record[9] ^= 1
      _ = try handle.put(record.span, forKey: key.span, in: info.table, mode: .overwrite)
      transaction.context.hasChanges = true
    }
    #expect(try !store.verify().isSound)
    expect(.damaged) { _ = try store["a"].get(1, as: Picture.self) }
    #expect(try store["a"].delete(1))
  }
}
