import Foundation
import Lode
import LodeModels
import LodeStore
import Testing

@Suite("A typed condition is the one that is written in text")
struct TypedConditionTests {
  private func expect(
    _ query: Query<Sample>, is text: String, _ parameters: ConditionParameters = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let same = try Query<Sample>(parsing: text, parameters: parameters)
    #expect(query == same, sourceLocation: sourceLocation)
  }

  @Test func `comparisons are plain, also those behind a !, where nothing can be nil`() throws {
    try expect(Sample.where { $0.count > 30 }, is: "count > 30")
    try expect(Sample.where { $0.count >= 30 }, is: "count >= 30")
    try expect(Sample.where { $0.count < 30 }, is: "count < 30")
    try expect(Sample.where { $0.count <= 30 }, is: "count <= 30")
    try expect(Sample.where { $0.count == 30 }, is: "count = 30")
    try expect(Sample.where { $0.count != 30 }, is: "count != 30")
    try expect(Sample.where { 30 < $0.count }, is: "count > 30")
    try expect(Sample.where { 30 >= $0.count }, is: "count <= 30")
    try expect(Sample.where { 30 == $0.count }, is: "count = 30")
    try expect(Sample.where { !($0.count > 30) }, is: "count <= 30")
    try expect(Sample.where { !($0.count == 30) }, is: "count != 30")
    try expect(Sample.where { $0.count < $0.id }, is: "count < id")
    try expect(Sample.where { $0.price == 2 }, is: "price = 2.0")
  }

  @Test
  func `what may be nil is plain where it is asked, and never unknown where it is denied`() throws {
    try expect(Sample.where { $0.age > 30 }, is: "age > 30")
    try expect(Sample.where { !($0.age > 30) }, is: "(age > 30) IS NOT TRUE")
    try expect(Sample.where { $0.age != 30 }, is: "(age = 30) IS NOT TRUE")
    try expect(Sample.where { !($0.age != 30) }, is: "age = 30")
    try expect(Sample.where { $0.age == nil }, is: "age IS NULL")
    try expect(Sample.where { $0.age != nil }, is: "age IS NOT NULL")
    let (none, some): (Int?, Int?) = (nil, 3)
    try expect(Sample.where { $0.age == none }, is: "age IS NULL")
    try expect(Sample.where { $0.age == some }, is: "age = 3")
    try expect(Sample.where { !($0.isKnown) }, is: "(isKnown = TRUE) IS NOT TRUE")
    try expect(Sample.where { $0.second.city == "Oslo" }, is: "second.city = 'Oslo'")
    try expect(Sample.where { $0.second.city != "Oslo" }, is: "(second.city = 'Oslo') IS NOT TRUE")
    try expect(Sample.where { $0.home.city != "Oslo" }, is: "home.city != 'Oslo'")
    try expect(Sample.where { $0.home.zip != 5 }, is: "(home.zip = 5) IS NOT TRUE")
  }

  @Test func `and, or and not make flat lists; a denied list is one of denied conditions`() throws {
    try expect(
      Sample.where { $0.count > 30 && $0.home.city == "Oslo" || $0.tags.contains("x") },
      is: "count > 30 AND home.city = 'Oslo' OR tags CONTAINS 'x'")
    try expect(
      Sample.where { $0.count > 3 && $0.id < 9 && $0.isOn },
      is: "count > 3 AND id < 9 AND isOn = TRUE")
    try expect(
      Sample.where { !($0.count > 3 && ($0.id < 9 || $0.isOn)) },
      is: "count <= 3 OR (id >= 9 AND isOn != TRUE)")
    try expect(
      Sample.where { !($0.age > 3 || $0.isOn) }, is: "(age > 3) IS NOT TRUE AND isOn != TRUE")
    try expect(Sample.where { !(!($0.age > 3)) }, is: "age > 3")
    try expect(
      Sample.where { $0.count > 3 }.where { $0.id < 9 }, is: "count > 3 AND id < 9")
  }

  @Test func `lists, ranges and elements`() throws {
    try expect(Sample.where { $0.age.isIn([1, 2]) }, is: "age IN (1, 2)")
    try expect(Sample.where { [1, 2].contains($0.age) }, is: "age IN (1, 2)")
    try expect(Sample.where { !$0.count.isIn([1, 2]) }, is: "count NOT IN (1, 2)")
    try expect(Sample.where { (3...5).contains($0.age) }, is: "age BETWEEN 3 AND 5")
    try expect(Sample.where { $0.age.isIn(3..<5) }, is: "age >= 3 AND age < 5")
    try expect(Sample.where { !(3..<5).contains($0.count) }, is: "count < 3 OR count >= 5")
    try expect(
      Sample.where { !$0.age.isIn(3...5) }, is: "(age BETWEEN 3 AND 5) IS NOT TRUE")
    try expect(Sample.where { $0.numbers.contains(3) }, is: "numbers CONTAINS 3")
    try expect(Sample.where { $0.labels["a"] > 3 }, is: "labels.a > 3")
  }

  @Test func `texts`() throws {
    try expect(Sample.where { $0.name.hasPrefix("a") }, is: "name BEGINSWITH 'a'")
    try expect(
      Sample.where { $0.name.hasPrefix("a", folding: .unicode) }, is: "name BEGINSWITH FOLDED 'a'")
    try expect(
      Sample.where { $0.nick.hasSuffix("a", folding: .ascii) }, is: "nick ENDSWITH ASCII 'a'")
    try expect(Sample.where { !$0.name.contains("a") }, is: "name NOT CONTAINS 'a'")
    try expect(
      Sample.where { $0.nick.contains("a", folding: .unicode) }, is: "nick CONTAINS FOLDED 'a'")
    try expect(Sample.where { $0.name.like("a%") }, is: "name LIKE 'a%'")
    try expect(
      Sample.where { $0.name.like("a!%", escape: "!", folding: .exact) },
      is: "name LIKE EXACT 'a!%' ESCAPE '!'")
    try expect(Sample.where { $0.name.matches("[a-z]+") }, is: "name MATCHES '[a-z]+'")
  }

  @Test func `calculations`() throws {
    try expect(
      Sample.where { $0.price * $0.count.asDouble > 100 }, is: "price * (count * 1.0) > 100.0")
    try expect(Sample.where { $0.count + 2 * $0.id <= 7 }, is: "count + 2 * id <= 7")
    try expect(Sample.where { 10 - $0.age / 2 == 7 }, is: "10 - age / 2 = 7")
    try expect(Sample.where { $0.count % 2 != 0 }, is: "(count % 2 = 0) IS NOT TRUE")
  }

  @Test func `values of all types are what archives have of them`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 7.5)
    let (uuid, data) = (UUID(), Data([1, 2]))
    try expect(Sample.where { $0.born > date }, is: "born > ?", [.date(date)])
    try expect(Sample.where { $0.mark == uuid }, is: "mark = ?", [.uuid(uuid)])
    try expect(Sample.where { $0.bytes == data }, is: "bytes = ?", [.data(data)])
    try expect(Sample.where { $0.rank >= .middle }, is: "rank >= 2")
    try expect(Sample.where { $0.rank.rawValue > 1 }, is: "rank > 1")
    try expect(Sample.where { $0.colour == .red }, is: "colour = 'red'")
    try expect(Sample.where { $0.colour.isIn([.red, .green]) }, is: "colour IN ('red', 'green')")
    try expect(Sample.where { $0.boss == Ref(7) }, is: "boss = 7")
    try expect(Sample.where { $0.small < 200 }, is: "small < 200")
    try expect(Sample.where { $0.isOn == true }, is: "isOn = TRUE")
  }

  @Test func `orders and windows`() throws {
    try expect(Sample.order { $0.home.city }, is: "ORDER BY home.city")
    try expect(Sample.order { .descending($0.age) }, is: "ORDER BY age DESC")
    try expect(
      Sample.where { $0.age > 30 && $0.home.city == "Oslo" || $0.tags.contains("x") }
        .order { ($0.name, .descending($0.age)) }.offset(20).limit(10),
      is: """
        age > 30 AND home.city = 'Oslo' OR tags CONTAINS 'x'
        ORDER BY name, age DESC LIMIT 10 OFFSET 20
        """)
    try expect(
      Sample.order { (.descending($0.price), .ascending($0.name), $0.second.zip) },
      is: "ORDER BY price DESC, name, second.zip")
    try expect(
      Sample.order { $0.name }.order { .descending($0.id) }, is: "ORDER BY name, id DESC")
  }
}
