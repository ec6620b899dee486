#if Macros
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  @Archivable("Parcel") private struct Parcel {
    @Stored("kg") var weight: Float
  }

  @Model("shipment") private struct Shipment {
    @Key var id: Int
    @Stored("len") var length: Float
    var parcel: Parcel?
    var sides: [Float] = []
    var exact: Double = 0.1
  }

  @Model(
    "slot",
    indexes: [
      IndexDefinition("place").unique().only(
        where: .comparison(.path("size"), .equal, .value(.double(0.1))))
    ])
  private struct Slot {
    @Key var id: Int
    var size: Float
    var place = 7
  }

  /// What somebody would have lost: every row, because no `Float` is 0.1.
  @Suite("Numbers in conditions are compared with fields of type Float as Swift compares them")
  struct FloatQueryTests {
    let fixture: TestStore
    var store: Store { fixture.store }

    init() throws {
      fixture = try TestStore([Shipment.self])
      try store.insert([
        Shipment(id: 1, length: 0.1, parcel: Parcel(weight: 9.99), sides: [0.1, 0.2]),
        Shipment(id: 2, length: 0.2, parcel: nil),
      ])
    }

    private static let conditions = [
      "len = 0.1", "length = 0.1", "length IN (0.1, 7)", "length BETWEEN 0.1 AND 0.1",
      "length <= 0.1", "parcel.kg = 9.99", "parcel.weight = 9.99", "parcel.weight = '9.99'",
      "sides CONTAINS 0.2", "length + 0.1 < 0.25", "exact = 0.1 AND length < 0.15",
    ]

    @Test(arguments: conditions, [false, true])
    func `written numbers are the nearest ones`(text: String, isIndexed: Bool) throws {
      if isIndexed {
        try store.createIndex(IndexDefinition("len"), on: "shipment")
        try store.createIndex(IndexDefinition("parcel.kg"), on: "shipment")
      }
      #expect(try store.fetch(Query<Shipment>(text)).map(\.id) == [1])
    }

    @Test func `conditions that are built in Swift may use names of properties`() throws {
      for name in ["len", "length"] {
        let condition = Condition.comparison(
          .path(ArchivePath([name])), .equal, .value(.double(0.1)))
        #expect(try store.count(Query<Shipment>().filter(condition)) == 1)
      }
      #expect(try store.count(Shipment.where { $0.length == 0.1 }) == 1)
      #expect(try store.count(Shipment.where { $0.parcel.weight == 9.99 }) == 1)
    }

    /// What somebody would have lost: a unique index that covered no row, and so allowed all of
    /// them.
    @Test func `the condition of a declared index is asked in the same way`() throws {
      let fixture = try TestStore([Slot.self])
      try fixture.store.insert([Slot(id: 1, size: 0.1), Slot(id: 2, size: 0.2)])
      expect(.uniqueViolation) { try fixture.store.insert(Slot(id: 3, size: 0.1)) }
      #expect(try fixture.store.indexes(of: "slot").map(\.entries) == [1])
      let query = try Query<Slot>("size = 0.1 AND place = 7")
      #expect(try fixture.store.read { try $0.explain(query) }.rowsRead == 1)
      fixture.store.close()
      let again = try Store(fixture.path, models: [Slot.self])
      #expect(try again.indexes(of: "slot").map(\.entries) == [1])
      #expect(try again.verify().isSound)
    }

    @Test func `documents of a model's collection are asked in the same way`() throws {
      #expect(try store.documents("shipment").count("len = 0.1") == 1)
      #expect(try store.documents("shipment").count("exact = 0.1") == 2)
    }
  }
#endif
