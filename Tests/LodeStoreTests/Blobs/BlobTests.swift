import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Blobs are kept once, as long as rows have them")
struct BlobTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  /// Bytes that do not compress, the first ones the same for every seed.
  static func bytes(_ count: Int, seed: UInt64) -> Data {
    var generator = SeededGenerator(seed: seed)
    var data = Data(repeating: 7, count: min(count, 80))
    while data.count < count {
      let bits = generator.next()
      data.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
    }
    return data.prefix(count)
  }

  private var references: [Int] { get throws { try store.blobs().map(\.references) } }

  @Test
  func `S12: rows with the same bytes share them, others do not, and the last one frees them`()
    throws
  {
    let (one, other) = (
      Blob(Self.bytes(1 << 20, seed: 1)), Blob(Self.bytes(1 << 20, seed: 2))
    )
    #expect(one.data.prefix(80) == other.data.prefix(80) && one.count == other.count)
    for id in 1...3 { try store["records"].put(Picture(id: id, blob: one), forKey: id) }
    try store["records"].put(Picture(id: 4, blob: other), forKey: 4)
    #expect(try references == [3, 1])
    let statistics = try store.statistics()
    #expect(statistics.blobs.count == 2 && statistics.blobs.references == 4)
    #expect(statistics.blobs.size == 2 << 20 && statistics.usedSize < 3 << 20)
    for id in 1...4 {
      let picture = try #require(try store["records"].get(id, as: Picture.self))
      #expect(picture.blob == (id == 4 ? other : one))
    }
    try store["records"].delete(1)
    try store["records"].delete(2)
    #expect(try references == [1, 1])
    try store["records"].delete(3)
    #expect(try store.blobs().map(\.number) == [2])
    #expect(try store.verify().isSound)
    // The pages that it had are taken again, by the commits after the next one.
    let size = try store.statistics().fileSize
    for id in 0..<2 { try store["other"].put(id, forKey: 0) }
    try store["other"].put(Picture(id: 1, blob: one), forKey: 1)
    #expect(try store.statistics().fileSize <= size + (64 << 10))
    #expect(try store.blobs().map(\.number) == [2, 3])
  }

  @Test func `blobs are found wherever they are in a value, and short ones stay in the row`() throws
  {
    let blobs = (0..<5).map { Blob(Self.bytes(600, seed: $0)) }
    let short = Blob([1, 2, 3])
    let album = Album(
      cover: blobs[0], pages: [blobs[1], blobs[1], short], named: ["a": blobs[2]],
      anything: ["x": blobs[3], "y": blobs[0]])
    try store["albums"].put(codable: album, forKey: 1)
    #expect(try references == [1, 1, 1, 1])
    #expect(try store["albums"].get(1, codable: Album.self) == album)
    let archive = try #require(try store.read { try $0["albums"].archive(1) })
    #expect(archive.root["cover"]?.blob == blobs[0])
    #expect(archive.root["pages"]?.array?.compactMap(\.blob) == album.pages)
    // The same once more changes nothing.
    let revision = try store.revision
    #expect(try store["albums"].put(codable: album, forKey: 1) == .unchanged)
    let prepared = store["albums"].prepare(try Archiver().encode(codable: album))
    #expect(try store.write { try $0["albums"].put(prepared, forKey: 1) } == .unchanged)
    #expect(try store.revision == revision)
    var smaller = album
    smaller.cover = nil
    smaller.anything = [:]
    smaller.pages = [blobs[4]]
    try store["albums"].put(codable: smaller, forKey: 1)
    #expect(try references == [1, 1])
    #expect(try store["albums"].get(1, codable: Album.self) == smaller)
    try verify()
  }

  private func verify() throws {
    let report = try store.verify()
    #expect(report.problems == [])
  }

  @Test func `every way of writing and of deleting rows counts`() throws {
    let picture = Picture(id: 1, blob: Blob(Self.bytes(5000, seed: 1)))
    let long = String(repeating: "k", count: 600)
    try store.write { transaction in
      let rows = transaction["a"]
      try rows.put(picture, forKey: 1)
      try rows.insert(picture, forKey: 2)
      try rows.append(picture, forKey: 3)
      try rows.appendArchive(Archiver().encode(picture), forKey: 4)
      try rows.put(picture, forKey: long)
      try rows.update(picture, forKey: 2)
      #expect(try rows.update(picture, forKey: 77) == false)
      let row = try #require(try rows.row(1))
      try rows.putBytes(row.bytes.span, type: .archive, forKey: 5)
      try transaction["b"].putBytes(row.bytes.span, type: .archive, forKey: 1)
      try transaction["c"].put(picture, forKey: 1)
    }
    #expect(try references == [8])
    try verify()
    try store.write { transaction in
      try transaction["a"].put("no archive", forKey: 1)
      try transaction["a"].delete(long)
    }
    #expect(try references == [6])
    try store.write { try $0.rename("b", to: "d") }
    #expect(try references == [6])
    try store.write { try $0.drop("d") }
    #expect(try references == [5])
    try store.write { transaction in
      try transaction["c"].delete(1)
      try transaction.rename("a", to: "c")
    }
    #expect(try references == [4])
    try store.write { try $0.rename("c", to: "a") }
    #expect(try store["a"].deleteAll() == 5)
    #expect(try references == [])
    try verify()
    try store["a"].put(picture, forKey: 1)
    #expect(try store.blobs().map(\.number) == [2])
    try verify()
  }

  @Test func `what is undone leaves no blob and no reference`() throws {
    let (first, second) = (
      Picture(id: 1, blob: Blob(Self.bytes(5000, seed: 1))),
      Picture(id: 2, blob: Blob(Self.bytes(5000, seed: 2)))
    )
    try store["a"].put(first, forKey: 1)
    expect(.duplicateKey) { try store["a"].insert(second, forKey: 1) }
    try store.write { transaction in
      expect(.duplicateKey) { try transaction["a"].insert(second, forKey: 1) }
      expect(.keysOutOfOrder) { try transaction["a"].append(second, forKey: 0) }
      #expect(try transaction["a"].update(second, forKey: 9) == false)
      try transaction["a"].put("x", forKey: 5)
    }
    #expect(try references == [1])
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["a"].put(second, forKey: 1)
        throw Stop()
      }
    }
    try store.write { transaction in
      try? transaction.savepoint { inner in
        try inner["b"].put(second, forKey: 1)
        try inner["b"].put(first, forKey: 2)
        try inner["a"].delete(1)
        throw Stop()
      }
      try transaction["b"].put(first, forKey: 1)
    }
    #expect(try references == [2])
    #expect(try store.blobs().map(\.number) == [1])
    try verify()
  }

  @Test func `a snapshot has the blobs of its rows, whatever becomes of them`() throws {
    let picture = Picture(id: 1, blob: Blob(Self.bytes(5000, seed: 1)))
    try store["a"].put(picture, forKey: 1)
    let snapshot = try store.snapshot()
    try store["a"].delete(1)
    #expect(try store.blobs().isEmpty)
    #expect(try snapshot.read { try $0["a"].get(1, as: Picture.self) } == picture)
    snapshot.close()
  }

  @Test func `one field is read without the blobs, and a field with a blob with it`() throws {
    let picture = Picture(id: 9, blob: Blob(Self.bytes(5000, seed: 1)))
    try store["a"].put(picture, forKey: 1)
    try store.read { transaction in
      let rows = transaction["a"]
      #expect(try rows.field(Picture.id, at: 1) == 9)
      #expect(try rows.field(Picture.blob, at: 1) == picture.blob)
      var reader = ArchiveFieldReader<Picture>()
      try rows.forEach { row in
        for _ in 0..<3 {
          let (blob, id) = (
            try rows.value(of: row, Picture.blob, &reader),
            try rows.value(of: row, Picture.id, &reader)
          )
          #expect(blob == picture.blob && id == 9)
        }
      }
    }
  }

  @Test func `a blob that is not in the store cannot be named`() throws {
    let picture = Picture(id: 1, blob: Blob(Self.bytes(5000, seed: 1)))
    try store["a"].put(picture, forKey: 1)
    let row = try #require(try store.read { try $0["a"].row(1) })
    try store["a"].put("x", forKey: 1)
    expect(.blobNotFound) {
      _ = try store.write { try $0["a"].putBytes(row.bytes.span, type: .archive, forKey: 2) }
    }
    try verify()
  }

  @Test func `rows are compressed anew with their blobs`() throws {
    try store.write { try $0.setCompression(.off, forCollection: "a") }
    let blob = Blob(Self.bytes(5000, seed: 1))
    for id in 0..<50 {
      let note = String(repeating: "words and words ", count: 20)
      try store["a"].put(Picture(id: id, blob: blob, note: note), forKey: id)
    }
    try store.write {
      try $0.setCompression(Compression(level: 3, threshold: 10), forCollection: "a")
    }
    #expect(try store.recompress("a").rewritten == 50)
    try verify()
    #expect(try references == [50])
    try store["a"].delete(7)
    #expect(try references == [49])
    #expect(try store["a"].deleteAll() == 49)
    try verify()
  }

  @Test func `a store opened again has its blobs, and is of format 2 from the first one on`() throws
  {
    try store["a"].put(Picture(id: 1, blob: Blob([1])), forKey: 1)
    #expect(try format() == 1)
    let picture = Picture(id: 1, blob: Blob(Self.bytes(5000, seed: 1)))
    try store["a"].put(picture, forKey: 1)
    #expect(try format() == 2)
    let (path, options) = (fixture.path, store.options)
    store.close()
    let again = try Store(path, options: options)
    #expect(try again["a"].get(1, as: Picture.self) == picture)
    try again["b"].put(picture, forKey: 1)
    #expect(try again.blobs().map(\.references) == [2])
    #expect(try again.collections() == ["a", "b"])
    #expect(try again.verify().isSound)
  }

  private func format() throws -> UInt32? {
    try store.read {
      try CatalogTable(transaction: $0.handle, table: store.core.catalogTable).formatVersion()
    }
  }
}
