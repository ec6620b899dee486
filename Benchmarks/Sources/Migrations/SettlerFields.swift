internal import Foundation

/// Persons that are the same in every run: what both versions of a settler are made of.
public struct SettlerFields: Sendable {
  let id: Int
  let name: String
  let city: String
  let centimetres: Int
  let email: String
  let notes: String

  /// The city whose people are looked for by the index.
  public static let harbour = "Bergen"

  /// The fields of a number of persons.
  public static func samples(_ count: Int) -> [SettlerFields] {
    let cities = ["Oslo", "Turku", "Riga", "Bergen", "Tromsø", "Aarhus", "Lund", "Tartu"]
    return (0..<count).map { id in
      let mixed = Int(truncatingIfNeeded: UInt64(id) &* 0x9E37_79B9_7F4A_7C15 >> 40)
      return SettlerFields(
        id: id, name: "Settler \(mixed)", city: cities[mixed % cities.count],
        centimetres: 140 + mixed % 60, email: "settler.\(mixed)@example.org",
        notes: "came with \(mixed % 7) others, in the year \(1800 + mixed % 200), by ship")
    }
  }

  /// A number that tells whether a person arrived as it should.
  static func sum(id: Int, name: String, metres: Double, city: String) -> UInt64 {
    var sum = UInt64(truncatingIfNeeded: id) &* 31
    sum &+= UInt64(name.utf8.count) &* 7 &+ UInt64(city.utf8.first ?? 0)
    return sum &+ UInt64(metres * 100 + 0.5)
  }

  var sum: UInt64 {
    Self.sum(id: id, name: name, metres: Double(centimetres) / 100, city: city)
  }
}
