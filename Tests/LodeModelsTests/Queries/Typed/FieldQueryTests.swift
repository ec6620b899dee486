import Foundation
import Lode
import LodeModels
import Testing

@Suite("Fields of the rows that a query chooses, with their types")
struct FieldQueryTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    for id in 0..<12 {
      var sample = Sample(id)
      sample.age = id % 4 == 0 ? nil : id % 3
      sample.price = Double(id) / 2
      sample.small = UInt8(id * 20)
      sample.cost = Decimal(id) / 10
      sample.colour = id % 2 == 0 ? .red : nil
      sample.home.city = id < 4 ? "Oslo" : "Bergen"
      sample.home.zip = id
      try store.insert(sample)
    }
  }

  @Test
  func `values come in the query's order and without nil, which the window does not count`() throws
  {
    let query = Sample.where { $0.id < 6 }.order { .descending($0.id) }
    #expect(try store.fetch(query.values { $0.age }) == [2, 0, 2, 1])
    #expect(try store.fetch(query.offset(1).limit(2).values { $0.age }) == [0, 2])
    #expect(try store.fetch(query.limit(1).values { $0.home }) == [.init(city: "Bergen", zip: 5)])
    #expect(try store.fetch(query.values { $0.colour }) == [.red, .red, .red])
    let pairs = try store.fetch(query.limit(2).values { ($0.home.city, $0.age) })
    #expect(pairs.map(\.0) == ["Bergen", "Bergen"] && pairs.map(\.1) == [2, nil])
  }

  @Test func `different values, and how often each is there, with and without an index`() throws {
    for _ in 0..<2 {
      #expect(try store.fetch(Query(Sample.self).distinct { $0.home.city }) == ["Oslo", "Bergen"])
      #expect(try store.fetch(Sample.order { $0.age }.distinct { $0.age }) == [0, 1, 2])
      let counts = try store.fetch(Query(Sample.self).counts { $0.age })
      #expect(counts.map(\.value) == [nil, 0, 1, 2] && counts.map(\.count) == [3, 3, 3, 3])
      try store.createIndex(IndexDefinition("age"), on: "sample")
    }
  }

  @Test func `a counting index that has texts folded first still counts them as they are`() throws {
    try store.createIndex(
      IndexDefinition(.folded("home.city"), "home.city").counting(), on: "sample")
    try store.update(Sample.where { $0.id == 3 }) { $0.home.city = "oslo" }
    let counts = try store.fetch(Query(Sample.self).counts { $0.home.city })
    #expect(counts.map(\.value) == ["Bergen", "Oslo", "oslo"] && counts.map(\.count) == [8, 3, 1])
  }

  @Test func `sums, averages, the least and the greatest`() throws {
    let all = Query(Sample.self)
    #expect(try store.fetch(all.sum { $0.small }) == 1320)
    #expect(try store.fetch(all.sum { $0.price }) == 33)
    #expect(try store.fetch(all.average { $0.age }) == 1)
    #expect(try store.fetch(all.minimum { $0.home.city }) == "Bergen")
    #expect(try store.fetch(all.maximum { $0.small }) == 220)
    #expect(try store.fetch(Sample.where { $0.id < 0 }.maximum { $0.price }) == nil)
    #expect(try store.fetch(Sample.where { $0.id < 0 }.sum { $0.id }) == 0)
    #expect(try store.fetch(Sample.where { $0.id < 0 }.sum { $0.price }) == 0)
    #expect(try store.fetch(Sample.where { $0.id < 0 }.sum { $0.cost }) == 0)
    #expect(try store.fetch(all.sum { $0.cost }) == Decimal(66) / 10)
    #expect(abs((try store.fetch(all.average { $0.cost }) ?? 0) - 0.55) < 1e-9)
    #expect(try store.fetch(all.maximum { $0.cost }) == Decimal(11) / 10)
    #expect(try store.fetch(Sample.where { $0.id < 0 }.average { $0.id }) == nil)
    #expect(try store.read { try $0.fetch(all.minimum { $0.born }) } == Sample(0).born)
  }

  @Test func `sums that are no integer of 64 bits are an error, not a trap`() throws {
    for id in 20..<24 {
      var sample = Sample(id)
      sample.count = .max
      try store.insert(sample)
    }
    expect(.typeMismatch) {
      _ = try store.fetch(Query(Sample.self).sum { $0.count })
    }
  }

  @Test func `in a task`() async throws {
    #expect(try await store.fetch(Sample.where { $0.id > 9 }.values { $0.id }) == [10, 11])
    #expect(
      try await store.read {
        try $0.fetch(Sample.where { $0.id > 5 }, scanning: { $0.id % 4 == 0 }).map(\.id)
      } == [
        8
      ])
  }
}
