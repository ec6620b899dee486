import LodeSearch
import LodeStore
import LodeTestSupport
import Testing

@Suite("A ranked search that is asked several times")
struct RankedPagesTests {
  @Test func `gives the best each time, so that no page behind the first ones is lost`() throws {
    let searched = try SearchedTexts(["title", "body"])
    try searched.put(
      Dictionary(uniqueKeysWithValues: (0..<300).map { ($0, ["sea \($0)", "water"]) }))
    for query in ["water", "sea OR water", "\"sea\" AND water", "wat*"] {
      let expression = try SearchExpression(parsing: query, columns: ["title", "body"])
      try searched.withReader { reader in
        let search = try RankedSearch(expression, in: [reader])
        for count in [4, 64, 256, 4] { #expect(try search.top(count).count == count, "\(query)") }
      }
    }
  }

  @Test func `finds rows also where neither weights nor repetitions count`() throws {
    let searched = try SearchedTexts(["title", "body"])
    try searched.put([1: ["sea", "water"], 2: ["water", "sea"]])
    var ranking = SearchRanking(saturation: 0)
    for weights in [[:], ["title": 0.0], ["title": 0.0, "body": 0.0]] {
      ranking.weights = weights
      for query in ["sea", "sea OR water", "sea water", "se*"] {
        #expect(try searched.top(5, query, ranking: ranking).count == 2, "\(query) \(weights)")
      }
    }
  }
}
