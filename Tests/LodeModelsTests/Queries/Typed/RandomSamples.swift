import Foundation
import Lode
import LodeTestSupport

@testable import LodeModels
@testable import LodeStore

/// A typed condition, and the closure that says the same.
typealias Pair = (condition: QueryCondition, holds: (Sample) -> Bool)

/// Makes samples, indexes and conditions of few values, so that they meet.
struct RandomSamples {
  var generator: SeededGenerator

  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func any<T>(_ all: [T]) -> T { all[number(0..<all.count)] }

  private mutating func some<T>(_ value: T) -> T? { number(0..<3) == 0 ? nil : value }

  mutating func text() -> String { any(["", "a", "A", "ab", "Ab", "ä", "b", "B%", "2", "abc"]) }

  mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(number(-2..<3)) / 2) }

  mutating func uuid() -> UUID {
    UUID(
      uuid: (UInt8(number(0..<4)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number(0..<2))))
  }

  mutating func bytes() -> Data { Data((0..<number(0..<3)).map { _ in UInt8(number(0..<2)) }) }

  mutating func home() -> Sample.Home {
    Sample.Home(city: any(["Oslo", "Bergen", "oslo"]), zip: some(number(0..<4)))
  }

  mutating func sample(_ id: Int) -> Sample {
    var sample = Sample(id)
    sample.name = text()
    sample.nick = some(text())
    sample.age = some(number(-1..<6))
    sample.count = number(-1..<6)
    sample.price = Double(number(-2..<8)) / 2
    sample.isOn = number(0..<2) == 0
    sample.isKnown = some(number(0..<2) == 0)
    sample.rank = any(Sample.Rank.allCases)
    sample.colour = some(any(Sample.Colour.allCases))
    sample.born = date()
    sample.mark = some(uuid())
    sample.bytes = bytes()
    sample.home = home()
    sample.second = some(home())
    sample.tags = (0..<number(0..<4)).map { _ in any(["x", "y", "z"]) }
    sample.numbers = some(Set((0..<number(0..<3)).map { _ in number(0..<4) }))
    sample.labels = number(0..<2) == 0 ? [:] : ["a": number(0..<4)]
    sample.boss = some(Ref(number(0..<6)))
    sample.small = UInt8(number(0..<5) * 60)
    sample.cost = Decimal(number(-3..<9)) / 10
    return sample
  }

  mutating func index() -> IndexDefinition {
    var parts: [IndexPart] = [
      any([
        "name", "nick", "age", "-age", "count", "-count", "price", "isOn", "isKnown", "rank",
        "colour", "born", "-mark", "bytes", "home.city", "second.zip", .each("tags"),
        .each("numbers"), "labels.a", "boss", "small", "cost", .folded("name"),
        .folded("home.city"),
      ])
    ]
    if number(0..<2) == 0 { parts.append(any(["age", "-count", "home.city", "price", "id"])) }
    let definition = IndexDefinition(parts: parts)
    return number(0..<3) == 0 ? definition.includingNil() : definition
  }

  /// With an order, which a plain sort has too.
  mutating func ordered(
    _ query: Query<Sample>, _ all: [Sample]
  ) -> (query: Query<Sample>, samples: [Sample]) {
    func sorted(_ isBefore: (Sample, Sample) -> Bool?) -> [Sample] {
      all.sorted { isBefore($0, $1) ?? ($0.id < $1.id) }
    }
    // nil before everything else.
    func age(_ sample: Sample) -> Int { sample.age ?? .min }
    switch number(0..<7) {
    case 0:
      return (query.order { $0.count }, sorted { $0.count == $1.count ? nil : $0.count < $1.count })
    case 1:
      return (
        query.order { .descending($0.age) }, sorted { age($0) == age($1) ? nil : age($0) > age($1) }
      )
    case 2:
      return (
        query.order { ($0.home.city, .descending($0.age)) },
        sorted { a, b in
          if a.home.city != b.home.city { return a.home.city < b.home.city }
          return age(a) == age(b) ? nil : age(a) > age(b)
        }
      )
    case 3:
      return (
        query.order { (.descending($0.price), $0.count) },
        sorted { a, b in
          if a.price != b.price { return a.price > b.price }
          return a.count == b.count ? nil : a.count < b.count
        }
      )
    default: return (query, all)
    }
  }

  mutating func window(
    _ query: Query<Sample>, _ all: [Sample]
  ) -> (query: Query<Sample>, expected: [Sample]) {
    let offset = number(0..<3) == 0 ? number(0..<9) : 0
    let limit = number(0..<3) == 0 ? number(0..<20) : nil
    return (
      query.offset(offset).limit(limit), Array(all.dropFirst(offset).prefix(limit ?? .max))
    )
  }

  mutating func condition(depth: Int) -> Pair {
    if depth < 3, number(0..<3) == 0 {
      let (a, b) = (condition(depth: depth + 1), condition(depth: depth + 1))
      switch number(0..<5) {
      case 0, 1: return (a.condition && b.condition, { a.holds($0) && b.holds($0) })
      case 2, 3: return (a.condition || b.condition, { a.holds($0) || b.holds($0) })
      default: return (!a.condition, { !a.holds($0) })
      }
    }
    switch number(0..<6) {
    case 0: return numbers()
    case 1: return optionals()
    case 2: return choices()
    case 3: return texts()
    case 4: return values()
    default: return inner()
    }
  }
}
