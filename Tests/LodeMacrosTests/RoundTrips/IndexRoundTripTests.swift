#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  @Suite("The indexes that macros declare are those of the collection")
  struct IndexRoundTripTests {
    private let store: Store
    private let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      store = try Store(directory.file("s"), models: [Coupon.self, Depot.self])
    }

    @Test func `each has the name, the order and the kind that was declared`() throws {
      let definitions = try store.indexes(of: "coupons").map(\.definition)
      #expect(Set(definitions) == Set(Coupon.indexes))
      #expect(
        Coupon.indexes == [
          IndexDefinition("code").unique(), IndexDefinition(.folded("shop")),
          IndexDefinition(.descending("shop")),
          IndexDefinition(.each(.init(ArchivePath(["odd.name"])))).includingNil(),
          IndexDefinition("shop", "-value", name: "best"),
        ])
      #expect(Depot.indexes.map(\.name) == ["town"])
      #expect(try store.indexes(of: "Depot").map(\.state) == [.ready])
    }

    @Test func `a computed part is declared beside the model`() throws {
      let store = try Store(directory.file("computed"), models: [Reader.self])
      try store.insert(Reader(id: 1, email: "a@lode.dev"))
      try store.insert(Reader(id: 2, email: "b@other.dev"))
      let query = try Query<Reader>(parsing: "computed(domain) = 'lode.dev'")
      #expect(try store.fetch(query).map(\.id) == [1])
      #expect(Reader.indexes.map(\.name) == ["computed(domain),-id"])
    }

    @Test
    func `S22, with a macro: a batch of rows with one code is refused as a whole`() throws {
      let same = (0..<10).map { Coupon(id: $0, code: "x") }
      #expect { try store.insert(contentsOf: same) } throws: {
        ($0 as? StoreError)?.code == .uniqueViolation
      }
      #expect(try store.count(Coupon.self) == 0)
      try store.insert(contentsOf: (0..<10).map { Coupon(id: $0, code: nil) })
      try store.insert(Coupon(id: 10, code: "x"))
      #expect(throws: StoreError.self) { try store.put(Coupon(id: 11, code: "x")) }
      #expect(throws: StoreError.self) { try store.update(Coupon.self, 3) { $0.code = "x" } }
      #expect(try store.count(Coupon.self) == 11)
      #expect(try store.indexes(of: "coupons").map(\.entries).reduce(0, +) > 11)
      #expect(try store.verify().isSound)
    }
  }

  @Model("readers", indexes: [IndexDefinition(.domain, "-id")])
  private struct Reader {
    @Key var id: Int
    var email: String
  }

  extension IndexPart {
    fileprivate static let domain: IndexPart = .computed("domain", version: 1) {
      (reader: Reader) in
      reader.email.split(separator: "@").last.map(String.init)
    }
  }

  @Model("coupons", indexes: [IndexDefinition("shop", "-value", name: "best")])
  private struct Coupon: Equatable {
    @Key var id: Int
    @Unique var code: String?
    @Index(.folded) @Index(.descending) var shop = "Böhm"
    var value: Int = 0
    @Stored("odd.name") @Index(.each, .includingNil) var tags: [String]?
  }

  @Model
  private final class Depot {
    @Key let id: Int
    @Stored("town") @Index var city: String

    init(id: Int, city: String) {
      self.id = id
      self.city = city
    }
  }
#endif
