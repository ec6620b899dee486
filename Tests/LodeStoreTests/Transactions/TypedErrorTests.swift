import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

/// A program that caught `StoreError` ended on an error of a lower layer that left the store.
@Suite("Every error of a store is a store error with its cause")
struct TypedErrorTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  private struct Point: Archivable {
    var x: Int
    static let archiveSchema = ArchiveSchema("Point", fields: [.init("x", Int.self)])
    init(x: Int) { self.x = x }
    func encode(to archive: inout ArchiveWriter) throws { try archive.encode(x) }
    init(from archive: inout ArchiveReader) throws { x = try archive.decode(0) }
  }

  /// A value that refuses to be archived.
  private struct Refusing: Archivable {
    static let archiveSchema = ArchiveSchema("Refusing", fields: [.init("x", Int.self)])
    init() {}
    func encode(to archive: inout ArchiveWriter) throws {
      throw ArchiveError(.invalidValue, "x is missing")
    }
    init(from archive: inout ArchiveReader) throws {}
  }

  @Test func `reading a row as another type names the row, and has the archive's error`() throws {
    try store["p"].put(["a"], forKey: 7)
    let calls: [(LodeStore.ReadTransaction) throws -> Void] = [
      { _ = try $0["p"].get(7, as: Point.self) },
      { _ = try $0["p"].values(as: Point.self) },
      { transaction in
        try transaction["p"].scan { row in
          _ = try transaction["p"].value(of: row, as: Point.self)
          return .next
        }
      },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try store.read { try call($0) } }
      #expect(error?.cause is ArchiveError)
      #expect(error?.collection == "p" && error?.context.hasPrefix("key 7: ") == true)
    }
  }

  @Test func `a value that cannot be archived changes nothing`() throws {
    let calls: [(inout LodeStore.WriteTransaction) throws -> Void] = [
      { _ = try $0["p"].put(Refusing(), forKey: 1) },
      { try $0["p"].insert(Refusing(), forKey: 1) },
      { try $0["p"].append(Refusing(), forKey: 1) },
    ]
    for call in calls {
      let error = expect(.archivingFailed) { try store.write { try call(&$0) } }
      #expect((error?.cause as? ArchiveError)?.code == .invalidValue)
      #expect(error.map { "\($0)".contains("x is missing") } == true)
    }
    expect(.archivingFailed) { _ = try store["p"].put(Refusing(), forKey: 1) }
    #expect(try store["p"].count == 0)
  }

  @Test func `errors of the program's closures arrive unchanged`() throws {
    try store["p"].put(Point(x: 1), forKey: 1)
    let own = ArchiveError(.invalidValue, "the program's own")
    let key = KeyError(.syntax, at: 3, "the program's own")
    let lmdb = LMDBError(.busy, context: "the program's own")
    func expectOwn<E: Error & Equatable>(_ error: E) {
      let calls: [(inout LodeStore.WriteTransaction) throws -> Void] = [
        { _ in throw error },
        { try $0.savepoint { _ in throw error } },
        { try $0["p"].scan { _ in throw error } },
        { try $0["p"].forEach { _ in throw error } },
        { try $0["p"].enumerate { _ in throw error } },
        { try $0["p"].withBytes(1) { _ in throw error } },
      ]
      for call in calls {
        #expect(throws: error) { try store.write { try call(&$0) } }
      }
      #expect(throws: error) { try store.read { _ in throw error } }
    }
    expectOwn(own)
    expectOwn(key)
    expectOwn(lmdb)
  }

  /// A page with a damaged header made reads throw an `LMDBError`.
  @Test func `an error of LMDB is the cause of a store error`() throws {
    try store.write { transaction in
      for key in 0..<2000 { try transaction["rows"].put("row \(key)", forKey: key) }
    }
    store.close()
    let file = URL(fileURLWithPath: fixture.path + "/data.mdb")
    var data = try Data(contentsOf: file)
    var start = data.startIndex
    while let row = data.range(of: Data("row 1000".utf8), in: start..<data.endIndex) {
      // The flags of the page tell neither a leaf nor a branch.
      data[row.lowerBound / 4096 * 4096 + 10] = 0
      start = row.upperBound
    }
    try data.write(to: file)
    let status = try #require(try FileStatus.at(file.path))
    let line = "lode-mark 1 closed \(status.identity.inode) \(status.modified) \(status.size)"
    let padded = line.padding(toLength: OpenMark.length - 1, withPad: " ", startingAt: 0) + "\n"
    try Data(padded.utf8).write(to: URL(fileURLWithPath: fixture.path + "/open.mark"))
    let damaged = try Store(fixture.path)
    let calls: [(Store) throws -> Void] = [
      { _ = try $0["rows"].get(1000, as: String.self) },
      { _ = try $0["rows"].delete(1000) },
      { _ = try $0["rows"].put("new", forKey: 1000) },
    ]
    for call in calls {
      let error = expect(.damaged) { try call(damaged) }
      #expect(error?.cause is LMDBError)
    }
  }

  @Test func `two store errors are equal if their causes are`() {
    let cause = ArchiveError(.missingField, "x")
    let error = StoreError(.unarchivingFailed, collection: "p", cause: cause)
    #expect(error == StoreError(.unarchivingFailed, collection: "p", cause: cause))
    #expect(error != StoreError(.unarchivingFailed, collection: "p"))
    #expect(Set([error, error]).count == 1)
    #expect("\(error)".hasSuffix(cause.remedy))
  }
}
