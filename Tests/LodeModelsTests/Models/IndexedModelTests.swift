import Foundation
import LodeModels
import LodeTestSupport
import Synchronization
import Testing

@Suite("The indexes that a model declares are those of its collection")
struct IndexedModelTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
  }

  @Test
  func `S22: a batch of rows with one code is refused as a whole; nil is let in often`() throws {
    let store = try Store(path, models: [Coupon.self])
    let same = (0..<10).map { Coupon(id: $0, code: "x") }
    expect(.uniqueViolation) { try store.insert(contentsOf: same) }
    #expect(try store.count(Coupon.self) == 0)
    try store.insert(contentsOf: (0..<10).map { Coupon(id: $0, code: nil) })
    try store.insert(Coupon(id: 10, code: "x"))
    expect(.uniqueViolation) { try store.put(Coupon(id: 11, code: "x")) }
    expect(.uniqueViolation) { try store.update(Coupon.self, 3) { $0.code = "x" } }
    #expect(try store.count(Coupon.self) == 11)
    #expect(try store.get(Coupon.self, 3)?.code == nil)
    #expect(try store.verify().isSound)
  }

  @Test
  func `a store that was opened without naming the model makes its indexes with the first save`()
    throws
  {
    let store = try Store(path)
    try store.insert(Coupon(id: 1, code: "x"))
    expect(.uniqueViolation) { try store.insert(Coupon(id: 2, code: "x")) }
    #expect(try store.indexes(of: "coupon").map(\.definition) == Coupon.indexes)
  }

  @Test
  func `a declared index that was dropped comes back with the next write of the model`() throws {
    let store = try Store(path)
    try store.insert(Coupon(id: 1, code: "x"))
    try store.insert(Coupon(id: 2, code: "y"))
    try store.dropIndex(Coupon.indexes[0].name, on: "coupon")
    try store.insert(Coupon(id: 3, code: "z"))
    #expect(try store.indexes(of: "coupon").map(\.definition) == Coupon.indexes)
    expect(.uniqueViolation) { try store.insert(Coupon(id: 4, code: "x")) }
    #expect(try store.verify().isSound)
  }

  @Test func `S31: a changed declaration is built once, and tells its progress`() throws {
    do {
      let store = try Store(path, models: [Coupon.self])
      try store.insert(contentsOf: (0..<1000).map { Coupon(id: $0, code: "c\($0)") })
    }
    let seen = Mutex<[IndexProgress]>([])
    do {
      let store = try Store(path, models: [NewCoupon.self]) { progress in
        seen.withLock { $0.append(progress) }
      }
      #expect(try store.indexes(of: "coupon").map(\.definition) == NewCoupon.indexes)
      #expect(try store.indexes(of: "coupon").map(\.state) == [.ready])
      #expect(try store.verify().isSound)
    }
    let revision = try Store(path).read { try $0.revision }
    let store = try Store(path, models: [NewCoupon.self]) { progress in
      seen.withLock { $0.append(progress) }
    }
    #expect(try store.read { try $0.revision } == revision)
    #expect(seen.withLock { $0.map(\.rows) } == [1000])
  }

  @Test
  func `a model that declares none any more removes those that it had with its first save`() throws
  {
    do {
      let store = try Store(path, models: [Coupon.self])
      try store.insert(Coupon(id: 1, code: "x"))
      try store.createIndex(IndexDefinition("id"), on: "coupon")
    }
    let store = try Store(path)
    try store.insert(PlainCoupon(row: Coupon(id: 2, code: "x")))
    #expect(try store.indexes(of: "coupon").map(\.definition.name) == ["id"])
    #expect(try store.verify().isSound)
  }

  @Test func `opening finds that duplicates are gone, beside other work`() throws {
    do {
      let store = try Store(path, models: [PlainCoupon.self])
      try store.insert(contentsOf: (0..<2).map { PlainCoupon(row: Coupon(id: $0, code: "x")) })
    }
    do {
      let store = try Store(path, models: [Coupon.self])
      #expect(try store.indexes(of: "coupon").map(\.state) == [.hasDuplicates])
      try store.delete(Coupon.self, 1)
      store.close()
    }
    let store = try Store(path, models: [Coupon.self])
    let deadline = ContinuousClock.now + .seconds(300)
    while try store.indexes(of: "coupon").map(\.state) != [.ready], .now < deadline {
      Thread.sleep(forTimeInterval: 0.005)
    }
    #expect(try store.indexes(of: "coupon").map(\.state) == [.ready])
  }

  @Test func `indexes that were made at run time stay when models come and go`() throws {
    do {
      let store = try Store(path, models: [Coupon.self])
      try store.createIndex(IndexDefinition("id"), on: "coupon")
    }
    let store = try Store(path, models: [NewCoupon.self])
    #expect(try store.indexes(of: "coupon").map(\.definition.name) == ["code,id", "id"])
  }
}

private struct Coupon: Archivable, Model {
  var id: Int
  var code: String?

  static let collectionName = "coupon"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition("code").unique()]
  var primaryKey: Int { id }

  static let archiveSchema = ArchiveSchema(
    "Coupon", fields: [.init("id", Int.self), .init("code", String?.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(code)
  }

  init(id: Int, code: String?) {
    self.id = id
    self.code = code
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    code = try archive.decode(1)
  }
}

/// The same rows without an index.
private struct PlainCoupon: Archivable, Model {
  var row: Coupon

  static let collectionName = "coupon"
  static let keyFields = ["id"]
  var primaryKey: Int { row.id }

  static var archiveSchema: ArchiveSchema { Coupon.archiveSchema }
  func encode(to archive: inout ArchiveWriter) throws { try row.encode(to: &archive) }
  init(row: Coupon) { self.row = row }
  init(from archive: inout ArchiveReader) throws { row = try Coupon(from: &archive) }
}

/// The same rows with another index.
private struct NewCoupon: Archivable, Model {
  var row: Coupon

  static let collectionName = "coupon"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition("code", "id")]
  var primaryKey: Int { row.id }

  static var archiveSchema: ArchiveSchema { Coupon.archiveSchema }
  func encode(to archive: inout ArchiveWriter) throws { try row.encode(to: &archive) }
  init(from archive: inout ArchiveReader) throws { row = try Coupon(from: &archive) }
}
