import Foundation
import LodeCoding

// Types as a program would write them by hand, one of each kind.

struct Address: Archivable, Equatable {
  var street: String
  var number: Int32?
  static let archiveSchema = ArchiveSchema(
    "Address", fields: [.init("street", String.self), .init("number", Int32?.self)])

  init(street: String, number: Int32?) {
    self.street = street
    self.number = number
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(street)
    try archive.encode(number)
  }

  init(from archive: inout ArchiveReader) throws {
    street = try archive.decode(0)
    number = try archive.decode(1)
  }
}

enum Colour: String, ArchivableValue { case red, green }

struct Person: Archivable, Equatable {
  var id: UUID
  var name: String
  var age: Int
  var nickname: String?
  var height: Double?
  var colour: Colour
  var tags: [String]
  var scores: [Int]
  var home: Address?
  var places: [Address]
  var words: Set<String>
  var counts: [String: UInt16]
  var born: Date

  static let archiveSchema = ArchiveSchema(
    "Person", version: 2,
    fields: [
      .init("id", UUID.self), .init("name", String.self), .init("age", Int.self),
      .init("nickname", String?.self), .init("height", Double?.self),
      .init("colour", Colour.self), .init("tags", [String].self), .init("scores", [Int].self),
      .init("home", Address?.self), .init("places", [Address].self),
      .init("words", Set<String>.self), .init("counts", [String: UInt16].self),
      .init("born", Date.self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(age)
    try archive.encode(nickname)
    try archive.encode(height)
    try archive.encode(colour)
    try archive.encode(tags)
    try archive.encode(scores)
    try archive.encode(home)
    try archive.encode(places)
    try archive.encode(words)
    try archive.encode(counts)
    try archive.encode(born)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    age = try archive.decode(2)
    nickname = try archive.decode(3)
    height = try archive.decode(4)
    colour = try archive.decode(5)
    tags = try archive.decode(6)
    scores = try archive.decode(7)
    home = try archive.decode(8)
    places = try archive.decode(9)
    words = try archive.decode(10)
    counts = try archive.decode(11)
    born = try archive.decode(12)
  }

  init() {
    id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID()
    name = "Ada Lovelace"
    age = 36
    nickname = nil
    height = 1.65
    colour = .green
    tags = ["mathematics", "", "Ünïcode 🚂"]
    scores = [1, -2, .max]
    home = Address(street: "St James's Square", number: 12)
    places = [Address(street: "", number: nil), Address(street: "Ockham", number: -1)]
    words = ["engine", "analytical", "note G"]
    counts = ["a": 1, "b": .max]
    born = Date(timeIntervalSinceReferenceDate: 506_137_643.78973)
  }
}

enum Shape: ArchivableEnum, Equatable {
  case circle(radius: Double)
  case polygon([Int], closed: Bool)
  case nothing
  indirect case group(Shape, Shape)

  static let archiveSchemas = [
    ArchiveSchema(enum: "Shape", case: "circle", fields: [.init("radius", Double.self)]),
    ArchiveSchema(
      enum: "Shape", case: "polygon", fields: [.init("_0", [Int].self), .init("closed", Bool.self)]),
    ArchiveSchema(enum: "Shape", case: "nothing", fields: []),
    ArchiveSchema(
      enum: "Shape", case: "group", fields: [.init("_0", Shape.self), .init("_1", Shape.self)]),
  ]

  var archiveCase: Int {
    switch self {
    case .circle: 0
    case .polygon: 1
    case .nothing: 2
    case .group: 3
    }
  }

  func encode(to archive: inout ArchiveWriter) throws {
    switch self {
    case .circle(let radius): try archive.encode(radius)
    case .polygon(let corners, let closed):
      try archive.encode(corners)
      try archive.encode(closed)
    case .nothing: break
    case .group(let a, let b):
      try archive.encode(a)
      try archive.encode(b)
    }
  }

  init(from archive: inout ArchiveReader) throws {
    switch try archive.enterCase(of: Shape.self) {
    case 0: self = .circle(radius: try archive.decode(0))
    case 1: self = .polygon(try archive.decode(0), closed: try archive.decode(1))
    case 2: self = .nothing
    default: self = .group(try archive.decode(0), try archive.decode(1))
    }
  }
}

/// A tree: parents hold their children, and children know their parent without holding it.
class Node: ArchivableClass {
  var name: String
  var children: [Node]
  weak var parent: Node?
  /// Part of circles on purpose.
  var friend: Node?

  class var archiveSchema: ArchiveSchema { nodeSchema }
  private static let nodeSchema = ArchiveSchema(
    class: "Node", version: 3,
    fields: [
      .init("name", String.self), .init("children", [Node].self), .init("parent", Node?.self),
      .init("friend", Node?.self),
    ])

  init(_ name: String, children: [Node] = []) {
    self.name = name
    self.children = children
    for child in children { child.parent = self }
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Node.nodeSchema)
    try archive.encode(name)
    try archive.encode(children)
    try archive.encodeReference(parent, isConditional: true)
    try archive.encodeReference(friend)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Node.nodeSchema)
    name = try archive.decode(0)
    children = try archive.decode(1)
    archive.register(self)
    try archive.decodeReference(2, as: Node.self) { self.parent = $0 }
    try archive.decodeReference(3, as: Node.self) { self.friend = $0 }
  }
}

final class Leaf: Node {
  var weight: Int

  override class var archiveSchema: ArchiveSchema { leafSchema }
  private static let leafSchema = ArchiveSchema(
    class: "Leaf", superclass: "Node", fields: [.init("weight", Int.self)])

  init(_ name: String, weight: Int) {
    self.weight = weight
    super.init(name)
  }

  override func encode(to archive: inout ArchiveWriter) throws {
    try super.encode(to: &archive)
    try archive.beginLevel(Leaf.leafSchema)
    try archive.encode(weight)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Leaf.leafSchema)
    weight = try archive.decode(0)
    try super.init(from: &archive)
  }
}
