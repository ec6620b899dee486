import Foundation
import Lode
import LodeCoding
import Testing

@testable import LodeModels
@testable import LodeStore

@Suite("Queries for decimals")
struct DecimalQueryTests {
  private static let texts = [
    "d = 9.99", "d = '9.99'", "d IN (9.99)", "d >= 9.99 AND d < 10", "d BETWEEN 9.99 AND 9.99",
    #"d = JSON '{"$decimal":"9.99"}'"#, "d > 9.98 AND NOT d > 9.99", "d = 9.990",
  ]

  // A shop found no product by its price, with an index or without.
  @Test func `a decimal of a document is found by the number that is written, with an index too`()
    throws
  {
    let fixture = try TestStore()
    let store = fixture.store
    defer { store.close() }
    let prices = store.documents("prices")
    for (key, price) in ["9.98", "9.99", "9.990000000000000001", "10"].enumerated() {
      try prices.put(["d": .decimal(try #require(Decimal(string: price)))], forKey: key)
    }
    for index in ["", "d", "-d"] {
      if !index.isEmpty {
        try store.createIndex(IndexDefinition(IndexPart(parsing: index)), on: "prices")
      }
      for text in Self.texts {
        let selection = try Selection(parsing: text)
        let keys = try prices.fetch(selection).map { try $0.key.decode(Int.self) }
        #expect(keys.first == 1, "\(text) \(index)")
        #expect(try prices.count(selection) == keys.count, "\(text) \(index)")
        if text != "d >= 9.99 AND d < 10" { #expect(keys == [1], "\(text) \(index)") }
      }
      for value: ArchiveValue in [.double(9.99), "9.99"] {
        let selection = try Selection(parsing: "d = ?", parameters: [value])
        #expect(try prices.count(selection) == 1, "\(value) \(index)")
      }
    }
  }

  @Test func `a decimal of a model is found as text finds it and as Swift does`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    defer { store.close() }
    var sample = Sample(1)
    sample.cost = 9.99
    try store.put(sample)
    try store.put(Sample(2))
    for _ in 0..<2 {
      #expect(try store.fetch(Sample.where { $0.cost == 9.99 }).map(\.id) == [1])
      for text in Self.texts {
        let text = text.replacingOccurrences(of: "d ", with: "cost ")
        #expect(try store.fetch(Query<Sample>(parsing: text)).map(\.id) == [1], "\(text)")
      }
      try store.createIndex(IndexDefinition("cost"), on: "sample")
    }
  }
}
