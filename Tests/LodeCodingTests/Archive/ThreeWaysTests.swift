import Foundation
import LodeCoding
import Testing

@Suite("The three ways to archive a type give the same bytes")
struct ThreeWaysTests {
  private let citizen = Citizen()

  @Test
  func `a structure, the first time and every time after, in whatever order the ways are used`()
    throws
  {
    let declared = try Archiver.archive(DeclaredCitizen(citizen))
    for _ in 0..<3 {
      #expect(try Archiver.archive(codable: citizen) == declared)
      #expect(try Archiver.archive(KeyedCitizen(citizen)) == declared)
    }
    var other = citizen
    other.nickname = "Countess"
    other.home = nil
    other.height = nil
    let bytes = try Archiver.archive(DeclaredCitizen(other))
    #expect(try Archiver.archive(codable: other) == bytes)
    #expect(try Archiver.archive(KeyedCitizen(other)) == bytes)
  }

  @Test func `each way reads what each other way wrote`() throws {
    let bytes = try Archiver.archive(codable: citizen)
    #expect(try Unarchiver.unarchive(codable: Citizen.self, from: bytes) == citizen)
    #expect(try Unarchiver.unarchive(DeclaredCitizen.self, from: bytes).it == citizen)
    #expect(try Unarchiver.unarchive(KeyedCitizen.self, from: bytes).it == citizen)
  }

  @Test func `cases of an enumeration`() throws {
    let pairs: [(Figure, Shape)] = [
      (.circle(radius: 2), .circle(radius: 2)), (.nothing, .nothing),
      (.polygon([1, 2], closed: true), .polygon([1, 2], closed: true)),
      (.circle(radius: 3), .circle(radius: 3)),
    ]
    for (figure, shape) in pairs {
      let bytes = try Archiver.archive(codable: figure)
      #expect(try bytes == Archiver.archive(DeclaredFigure(shape)))
      #expect(try Unarchiver.unarchive(DeclaredFigure.self, from: bytes).shape == shape)
      #expect(try Unarchiver.unarchive(codable: Figure.self, from: bytes) == figure)
    }
  }

  @Test func `in the form of a store, with the schemas in the same order`() throws {
    let codable = try Archiver().encode(codable: citizen)
    let declared = try Archiver().encode(DeclaredCitizen(citizen))
    #expect(codable.schemas == declared.schemas)
    let bytes = codable.stored { $0.name == "Citizen" ? 7 : 9 }
    #expect(bytes == declared.stored { $0.name == "Citizen" ? 7 : 9 })
    let schemas = codable.schemas
    let back = try Unarchiver().unarchive(codable: Citizen.self, stored: bytes.span) { number in
      schemas.first { $0.name == (number == 7 ? "Citizen" : "Address2") }
    }
    #expect(back == citizen)
    try Archiver().withStored(
      codable: citizen, number: { $0.name == "Citizen" ? 7 : 9 },
      { #expect(Array(copying: $0) == bytes) })
  }

  @Test func `types that are only Codable are fields of the others`() throws {
    let value = Mixed(place: Place(x: 1, label: "a"), day: nil, figures: [.nothing])
    let bytes = try Archiver.archive(value)
    #expect(try Unarchiver.unarchive(Mixed.self, from: bytes) == value)
    let keyed = KeyedMixed(it: value)
    #expect(try Archiver.archive(keyed) == bytes)
    #expect(try Unarchiver.unarchive(KeyedMixed.self, from: bytes).it == value)
    #expect(try Archive(bytes.span).encoded() == bytes)
  }
}

extension [UInt8] {
  init(copying span: Span<UInt8>) {
    self = span.indices.map { span[$0] }
  }
}

struct Mixed: Archivable, Equatable {
  var place: Place
  var day: Weekday?
  var figures: [Figure]
  static let archiveSchema = ArchiveSchema(
    "Mixed",
    fields: [
      .init("place", Place.self), .init("day", Weekday?.self),
      .init("figures", [Figure].self, default: []),
    ])

  init(place: Place, day: Weekday?, figures: [Figure]) {
    self.place = place
    self.day = day
    self.figures = figures
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(place)
    try archive.encode(day)
    try archive.encode(figures)
  }

  init(from archive: inout ArchiveReader) throws {
    place = try archive.decode(0)
    day = try archive.decode(1)
    figures = try archive.decode(2)
  }
}

struct KeyedMixed: KeyedArchivable {
  var it: Mixed
  static var archiveName: String { "Mixed" }

  init(it: Mixed) { self.it = it }

  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.encode(it.place, forKey: "place")
    try container.encode(it.day, forKey: "day")
    try container.encode(it.figures, forKey: "figures")
  }

  init(from container: inout KeyedArchiveReader) throws {
    it = Mixed(
      place: try container.decode(Place.self, forKey: "place"),
      day: try container.decodeIfPresent(Weekday.self, forKey: "day"),
      figures: try container.decode([Figure].self, forKey: "figures"))
  }
}
