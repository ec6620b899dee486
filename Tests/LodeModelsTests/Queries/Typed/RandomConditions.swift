import Foundation
import Lode

@testable import LodeModels

// The conditions themselves. Each closure is what one would write of an array.
extension RandomSamples {
  private func row(_ condition: (QueryRow<Sample>) -> QueryCondition) -> QueryCondition {
    condition(QueryRow())
  }

  /// Of numbers that are always there, and what is calculated of them.
  mutating func numbers() -> Pair {
    let (n, m, d) = (number(-1..<6), number(1..<4), Double(number(-2..<8)) / 2)
    switch number(0..<16) {
    case 0: return (row { $0.count == n }, { $0.count == n })
    case 1: return (row { $0.count != n }, { $0.count != n })
    case 2: return (row { $0.count < n }, { $0.count < n })
    case 3: return (row { $0.count <= n }, { $0.count <= n })
    case 4: return (row { $0.count > n }, { $0.count > n })
    case 5: return (row { n <= $0.count }, { n <= $0.count })
    case 6: return (row { n > $0.count }, { n > $0.count })
    case 7: return (row { $0.price >= d }, { $0.price >= d })
    case 8: return (row { d == $0.price }, { d == $0.price })
    case 9: return (row { $0.count < $0.id }, { $0.count < $0.id })
    case 10:
      return (
        row { $0.price * $0.count.asDouble > d }, { $0.price * Double($0.count) > d }
      )
    case 11: return (row { $0.count + 2 * $0.id <= n * m }, { $0.count + 2 * $0.id <= n * m })
    case 12: return (row { ($0.id - n) / m == 3 }, { ($0.id - n) / m == 3 })
    case 13: return (row { $0.id % m != 0 }, { $0.id % m != 0 })
    case 14: return (row { 100 / $0.count > n }, { $0.count != 0 && 100 / $0.count > n })
    default:
      let small = UInt8(number(0..<5) * 60)
      return (row { $0.small > small }, { $0.small > small })
    }
  }

  /// Of what may be nil: comparisons are false then, and what is denied is true.
  mutating func optionals() -> Pair {
    let n = number(-1..<6)
    let wanted = number(0..<3) == 0 ? nil : n
    let text = text()
    switch number(0..<14) {
    case 0: return (row { $0.age == wanted }, { $0.age == wanted })
    case 1: return (row { $0.age != wanted }, { $0.age != wanted })
    case 2: return (row { $0.age < n }, { $0.age.map { $0 < n } ?? false })
    case 3: return (row { !($0.age < n) }, { !($0.age.map { $0 < n } ?? false) })
    case 4: return (row { $0.age >= n }, { $0.age.map { $0 >= n } ?? false })
    case 5: return (row { $0.age == nil }, { $0.age == nil })
    case 6: return (row { $0.nick != nil }, { $0.nick != nil })
    case 7: return (row { $0.nick == text }, { $0.nick == text })
    case 8: return (row { $0.nick != text }, { $0.nick != text })
    case 9:
      return (
        row { $0.age > $0.count }, { sample in sample.age.map { $0 > sample.count } ?? false }
      )
    case 10: return (row { $0.isKnown.queryCondition }, { $0.isKnown == true })
    case 11: return (row { !$0.isKnown }, { $0.isKnown != true })
    case 12: return (row { $0.isOn && $0.isKnown == false }, { $0.isOn && $0.isKnown == false })
    default: return (row { $0.age == $0.second.zip }, { $0.age == $0.second?.zip })
    }
  }

  /// Of lists, ranges and elements.
  mutating func choices() -> Pair {
    let low = number(-1..<5)
    let high = low + number(0..<4)
    let list = (0..<number(0..<4)).map { _ in number(-1..<6) }
    let tag = any(["x", "y", "z", "q"])
    switch number(0..<11) {
    case 0: return (row { $0.count.isIn(list) }, { list.contains($0.count) })
    case 1: return (row { list.contains($0.age) }, { $0.age.map(list.contains) ?? false })
    case 2: return (row { !list.contains($0.age) }, { !($0.age.map(list.contains) ?? false) })
    case 3: return (row { (low...high).contains($0.count) }, { (low...high).contains($0.count) })
    case 4: return (row { $0.age.isIn(low..<high) }, { $0.age.map((low..<high).contains) ?? false })
    case 5:
      return (row { !$0.age.isIn(low...high) }, { !($0.age.map((low...high).contains) ?? false) })
    case 6: return (row { $0.tags.contains(tag) }, { $0.tags.contains(tag) })
    case 7: return (row { !$0.tags.contains(tag) }, { !$0.tags.contains(tag) })
    case 8: return (row { $0.numbers.contains(low) }, { $0.numbers?.contains(low) ?? false })
    case 9: return (row { !$0.numbers.contains(low) }, { !($0.numbers?.contains(low) ?? false) })
    default: return (row { $0.labels["a"] > low }, { $0.labels["a"].map { $0 > low } ?? false })
    }
  }

  /// Of texts.
  mutating func texts() -> Pair {
    let text = text()
    func folded(_ text: String) -> String {
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
    switch number(0..<13) {
    case 0: return (row { $0.name == text }, { $0.name == text })
    case 1: return (row { $0.name < text }, { $0.name.utf8.lexicographicallyPrecedes(text.utf8) })
    case 2: return (row { $0.name.hasPrefix(text) }, { $0.name.hasPrefix(text) })
    case 3: return (row { $0.name.hasSuffix(text) }, { $0.name.hasSuffix(text) })
    case 4: return (row { $0.name.contains(text) }, { text.isEmpty || $0.name.contains(text) })
    case 5:
      return (
        row { $0.name.hasPrefix(text, folding: .unicode) },
        { folded($0.name).hasPrefix(folded(text)) }
      )
    case 6:
      return (
        row { !$0.nick.hasPrefix(text, folding: .ascii) },
        { !($0.nick?.lowercased().hasPrefix(text.lowercased()) ?? false) }
      )
    case 7: return (row { $0.nick.like("a%") }, { $0.nick?.lowercased().hasPrefix("a") ?? false })
    case 8:
      return (row { !$0.nick.like("%b", folding: .exact) }, { !($0.nick?.hasSuffix("b") ?? false) })
    case 9: return (row { $0.name.like("_") }, { $0.name.unicodeScalars.count == 1 })
    case 10: return (row { $0.name.like("B!%", escape: "!") }, { $0.name == "B%" })
    case 11:
      return (
        row { $0.name.matches("[a-z]*") }, { $0.name.allSatisfy { ("a"..."z").contains($0) } }
      )
    default:
      return (
        row { $0.home.city.isIn([text, "Oslo"]) }, { [text, "Oslo"].contains($0.home.city) }
      )
    }
  }

  /// Of other types.
  mutating func values() -> Pair {
    let (date, uuid, bytes) = (date(), uuid(), bytes())
    let (rank, colour) = (any(Sample.Rank.allCases), any(Sample.Colour.allCases))
    let boss = Ref<Sample>(number(0..<6))
    let cost = Decimal(number(-3..<9)) / 10
    switch number(0..<16) {
    case 14: return (row { $0.cost <= cost }, { $0.cost <= cost })
    case 15: return (row { $0.cost * 2 != cost }, { $0.cost * 2 != cost })
    case 0: return (row { $0.born > date }, { $0.born > date })
    case 1: return (row { $0.born == date }, { $0.born == date })
    case 2: return (row { $0.mark == uuid }, { $0.mark == uuid })
    case 3: return (row { $0.mark < uuid }, { $0.mark.map { $0 < uuid } ?? false })
    case 4: return (row { $0.bytes == bytes }, { $0.bytes == bytes })
    case 5: return (row { $0.rank >= rank }, { $0.rank >= rank })
    case 6: return (row { $0.rank.rawValue < rank.rawValue }, { $0.rank.rawValue < rank.rawValue })
    case 7: return (row { $0.colour == colour }, { $0.colour == colour })
    case 8: return (row { $0.colour != colour }, { $0.colour != colour })
    case 9: return (row { !$0.colour.isIn([colour]) }, { $0.colour != colour })
    case 10: return (row { $0.boss == boss }, { $0.boss == boss })
    case 11:
      return (row { [boss, Ref(0)].contains($0.boss) }, { $0.boss == boss || $0.boss == Ref(0) })
    case 12: return (row { !$0.isOn }, { !$0.isOn })
    default: return (row { $0.bytes != bytes }, { $0.bytes != bytes })
    }
  }

  /// Of structures, and what is in them.
  mutating func inner() -> Pair {
    let home = home()
    let n = number(0..<4)
    switch number(0..<9) {
    case 0: return (row { $0.home.city == home.city }, { $0.home.city == home.city })
    case 1: return (row { $0.second.city == home.city }, { $0.second?.city == home.city })
    case 2: return (row { $0.second.city != home.city }, { $0.second?.city != home.city })
    case 3: return (row { $0.second.zip > n }, { $0.second?.zip.map { $0 > n } ?? false })
    case 4: return (row { $0.second == nil }, { $0.second == nil })
    case 5: return (row { $0.home == home }, { $0.home == home })
    case 6: return (row { $0.second != home }, { $0.second != home })
    case 7: return (row { $0.home.zip == nil }, { $0.home.zip == nil })
    default: return (row { $0.tags == ["x"] }, { $0.tags == ["x"] })
    }
  }
}
