import Foundation
import LodeCoding

// Types of every sort that an archive may hold, for the targets that read archives.

/// Fields of every sort: fixed, optional and variable ones, objects, and a field that older
/// versions did not have.
struct Person: Archivable {
  var id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  var name = "Ada"
  var age: Int16?
  var score = 1.5
  var born: Date?
  var isThere = true
  var mail: String?
  var tags: Set<String> = []
  var counts: [String: Int] = [:]
  var address: Address?
  var friends: [Address] = []
  var shape = Shape.point
  var colour = Colour.red
  var price = Decimal(0)
  var span: ClosedRange<Int8> = 0...1
  var byNumber: [UInt8: [Double]] = [:]
  var data = Data()
  var initial: Character = "a"

  init() {}

  static let archiveSchema = ArchiveSchema(
    "Person", version: 2,
    fields: [
      .init("id", UUID.self), .init("name", String.self), .init("age", Int16?.self),
      .init("score", Double.self), .init("born", Date?.self), .init("isThere", Bool.self),
      .init("mail", String?.self, was: ["email"]), .init("tags", Set<String>.self, default: []),
      .init("counts", [String: Int].self, default: [:]), .init("address", Address?.self),
      .init("friends", [Address].self, default: []), .init("shape", Shape.self, default: .point),
      .init("colour", Colour.self, default: .red),
      .init("price", Decimal.self, default: 0),
      .init("span", ClosedRange<Int8>.self, default: 0...1),
      .init("byNumber", [UInt8: [Double]].self, default: [:]),
      .init("data", Data.self, default: Data()),
      .init("initial", Character.self, default: "a"),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(age)
    try archive.encode(score)
    try archive.encode(born)
    try archive.encode(isThere)
    try archive.encode(mail)
    try archive.encode(tags)
    try archive.encode(counts)
    try archive.encode(address)
    try archive.encode(friends)
    try archive.encode(shape)
    try archive.encode(colour)
    try archive.encode(price)
    try archive.encode(span)
    try archive.encode(byNumber)
    try archive.encode(data)
    try archive.encode(initial)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    age = try archive.decode(2)
    score = try archive.decode(3)
    born = try archive.decode(4)
    isThere = try archive.decode(5)
    mail = try archive.decode(6)
    tags = try archive.decode(7)
    counts = try archive.decode(8)
    address = try archive.decode(9)
    friends = try archive.decode(10)
    shape = try archive.decode(11)
    colour = try archive.decode(12)
    price = try archive.decode(13)
    span = try archive.decode(14)
    byNumber = try archive.decode(15)
    data = try archive.decode(16)
    initial = try archive.decode(17)
  }
}

/// A structure that takes what it can get: its `init` goes on after an error.
struct Address: Archivable, Hashable {
  var street = ""
  var number: UInt32 = 0
  var inner: [Address] = []
  var shape = Shape.point

  init(_ street: String = "", _ number: UInt32 = 0, _ inner: [Address] = []) {
    self.street = street
    self.number = number
    self.inner = inner
  }

  static let archiveSchema = ArchiveSchema(
    "Address",
    fields: [
      .init("street", String.self), .init("inner", [Address].self),
      .init("number", UInt32.self, default: 0),
      .init("shape", Shape.self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(street)
    try archive.encode(inner)
    try archive.encode(number)
    try archive.encode(shape)
  }

  init(from archive: inout ArchiveReader) throws {
    shape = (try? archive.decode(3)) ?? .point
    inner = (try? archive.decode(1)) ?? []
    street = try archive.decode(0)
    number = try archive.decode(2)
  }
}

/// An enumeration of raw values.
enum Colour: UInt8, ArchivableValue {
  case red = 1
  case green
}

/// An enumeration with payloads, which is Codable too.
indirect enum Shape: ArchivableEnum, Codable, Hashable {
  case point
  case circle(radius: Float)
  case group([Shape], name: String?)

  static let archiveSchemas = [
    ArchiveSchema(enum: "Shape", case: "point", fields: []),
    ArchiveSchema(enum: "Shape", case: "circle", fields: [.init("radius", Float.self)]),
    ArchiveSchema(
      enum: "Shape", case: "group",
      fields: [.init("_0", [Shape].self), .init("name", String?.self)]),
  ]

  var archiveCase: Int {
    switch self {
    case .point: 0
    case .circle: 1
    case .group: 2
    }
  }

  func encode(to archive: inout ArchiveWriter) throws {
    switch self {
    case .point: break
    case .circle(let radius): try archive.encode(radius)
    case .group(let shapes, let name):
      try archive.encode(shapes)
      try archive.encode(name)
    }
  }

  init(from archive: inout ArchiveReader) throws {
    switch try archive.enterCase(of: Shape.self) {
    case 0: self = .point
    case 1: self = .circle(radius: try archive.decode(0))
    default: self = .group(try archive.decode(0), name: try archive.decode(1))
    }
  }
}

/// A class with circles, a tree whose nodes know their parents; it goes on without children that
/// cannot be read.
class Node: ArchivableClass {
  var label: String
  var children: [Node]
  weak var parent: Node?
  var next: Node?

  init(_ label: String, _ children: [Node] = []) {
    self.label = label
    self.children = children
    for child in children { child.parent = self }
  }

  class var archiveSchema: ArchiveSchema { nodeSchema }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Node.nodeSchema)
    try archive.encode(label)
    try archive.encode(children)
    try archive.encodeReference(parent, isConditional: true)
    try archive.encodeReference(next)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Node.nodeSchema)
    label = try archive.decode(0)
    children = (try? archive.decode(1)) ?? []
    archive.register(self)
    unsafe Node.made.append(Remembered(node: self))
    try archive.decodeReference(2, as: Node.self) { [unowned self] in parent = $0 }
    try archive.decodeReference(3, as: Node.self) { [unowned self] in next = $0 }
  }

  private static let nodeSchema = ArchiveSchema(
    class: "Node",
    fields: [
      .init("label", String.self), .init("children", [Node].self), .init("parent", Node?.self),
      .init("next", Node?.self),
    ])
}

/// A class with a level of its own above `Node`'s.
final class Leaf: Node {
  var weight: Double

  init(_ label: String, weight: Double) {
    self.weight = weight
    super.init(label)
  }

  override class var archiveSchema: ArchiveSchema { leafSchema }

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

  private static let leafSchema = ArchiveSchema(
    class: "Leaf", superclass: "Node", fields: [.init("weight", Double.self)])
}

extension Node {
  fileprivate struct Remembered {
    weak var node: Node?
  }

  /// Every node that was read.
  ///
  /// Unsafe: libFuzzer runs a target on one thread.
  nonisolated(unsafe) fileprivate static var made: [Remembered] = []

  /// Ends the circles of the nodes that are left, or they would stay in memory.
  static func takeApart() {
    for remembered in unsafe made {
      remembered.node?.next = nil
      remembered.node?.children = []
    }
    unsafe made = []
  }
}
