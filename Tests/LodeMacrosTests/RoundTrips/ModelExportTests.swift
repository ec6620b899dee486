#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  @Suite("Models leave the store as JSON")
  struct ModelExportTests {
    let directory: TemporaryDirectory
    let store: Store

    init() throws {
      directory = try TemporaryDirectory()
      store = try Store(directory.file("s"), models: [Parcel.self, Visit.self, Ring.self])
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test func `models are JSON objects with their keys, in key order, one a line`() throws {
      try store.insert(contentsOf: [
        Visit(city: "Oslo", day: 2, note: "rain"), Visit(city: "Bergen", day: 1),
      ])
      #expect(
        text(try store.read { try $0.exportJSON(Visit.self) }) == """
          [
          {"city":"Bergen","day":1,"note":null},
          {"city":"Oslo","day":2,"note":"rain"}
          ]

          """)
      #expect(
        text(try store.read { try $0.exportJSONLines(Visit.where { $0.note != nil }) }) == """
          {"city":"Oslo","day":2,"note":"rain"}

          """)
      #expect(text(try store.read { try $0.exportJSON(Ring.self) }) == "[\n]\n")
    }

    @Test func `nested values, dates, keys and blobs have the JSON of documents`() throws {
      let id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
      let parcel = Parcel(
        id: try #require(id), sent: Date(timeIntervalSinceReferenceDate: 0),
        size: .box(width: 2, height: 1.5), from: .init(street: "Elm"), photo: Blob([1, 2]),
        weight: 2.5)
      try store.insert(parcel)
      #expect(
        text(try store.read { try $0.exportJSONLines(Parcel.self) }) == """
          {"from":{"street":"Elm"},"id":{"$uuid":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"},\
          "photo":{"$blob":"AQI="},"rank":1,"sent":{"$date":"2001-01-01T00:00:00Z"},\
          "size":{"box":{"height":1.5,"width":2}},"stops":["a"],"weight":{"$float":2.5}}

          """)
    }

    @Test func `what models export, documents import`() throws {
      try store.insert(Visit(city: "Oslo", day: 2, note: "rain"))
      try store.partition("ada").insert(Visit(city: "Rome", day: 3))
      let lines = try store.read { try $0.exportJSONLines(Visit.self) }
      let copies = store.documents("copies")
      #expect(try copies.importJSON(lines, keyField: "city").inserted == 1)
      #expect(try copies.get("Oslo")?.fields == ["day": 2, "note": "rain"])
      let rome = try store.read { try $0.partition("ada").exportJSON(Visit.self) }
      #expect(try copies.importJSON(rome, keyField: "city").inserted == 1)
      #expect(try store.read { try $0.documents("copies").keys() }.count == 2)
      #expect(try store.write { try $0.exportJSON(Visit.self).count } > 2)
    }

    @Test func `tasks export without blocking their thread`() async throws {
      #expect(text(try await store.read { try $0.exportJSON(Visit.self) }) == "[\n]\n")
      #expect(try await store.read { try $0.exportJSONLines(Visit.where { $0.day > 1 }) }.isEmpty)
    }

    @Test func `an object that refers back to itself is an error that names the row`() throws {
      let ring = Ring(id: 7)
      ring.next = ring
      defer { ring.next = nil }
      try store.insert(ring)
      let error = expectCause(ExchangeError.self) {
        try store.read { try $0.exportJSON(Ring.self) }
      }
      #expect(error?.code == .unsupportedValue)
      #expect(error?.place == "Ring 7")
    }
  }

  @Model
  private struct Visit {
    @Key var city: String
    @Key var day: Int
    var note: String?
  }

  @Model
  private struct Parcel {
    @Key var id: UUID
    var sent: Date
    var size: Size
    var from: Address
    var photo: Blob
    var weight: Float
    var rank: Rank = .low
    var stops: [String] = ["a"]

    @Archivable
    struct Address { var street: String }

    @Archivable
    enum Size { case box(width: Int, height: Double) }

    enum Rank: Int, ArchivableValue { case low = 1 }
  }

  @Model
  private final class Ring {
    @Key let id: Int
    @Reference var next: Ring?

    init(id: Int) { self.id = id }
  }
#endif
