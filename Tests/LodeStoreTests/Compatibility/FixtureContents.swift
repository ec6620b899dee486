import Foundation
import LodeCoding
import LodeStore
import Testing

/// What the stores in `Compatibility/Stores` hold.
///
/// They were written once, by the version that they are named after, and every later version must
/// read them. A new version adds a store; none is ever written again.
enum FixtureContents {
  static let names = ["Ada", "Grace", "Edsger", "Barbara", "Donald"]

  /// Fills a new store.
  static func write(to store: Store) throws {
    try store.write { transaction in
      let plain = transaction["plain"]
      try plain.put("text", forKey: "string", metadata: [1, 2])
      try plain.put(Int64.min, forKey: "int")
      try plain.put(UInt64.max, forKey: "uint")
      try plain.put(-0.0, forKey: "double")
      try plain.put(Float(1.5), forKey: "float")
      try plain.put(true, forKey: "bool")
      try plain.put(Date(timeIntervalSinceReferenceDate: 506_137_643.78973), forKey: "date")
      try plain.put(Data([0, 255]), forKey: "bytes")
      try plain.put(JSONText(#"{"a":1}"#), forKey: "json")
      try plain.put("long key", forKey: String(repeating: "k", count: 600))
    }
    _ = try store.write { transaction in try transaction.declare("empty") }
    try store.write { transaction in
      for number in 0..<300 { try transaction["people"].put(person(number), forKey: number) }
    }
    _ = try store.trainDictionary(for: "people")
    try store.write { transaction in
      for number in 300..<600 { try transaction["people"].put(person(number), forKey: number) }
      try transaction["shapes"].put([FixtureShape.dot, .circle(radius: 2.5)], forKey: 1)
      let (first, second) = (FixtureNode("first"), FixtureNode("second"))
      first.next = second
      second.next = first
      try transaction["nodes"].put(first, forKey: RawKey([0, 1]))
      second.next = nil
      try transaction["codable"].put(codable: FixtureSettings(), forKey: 1)
    }
    try store.write { transaction in
      try transaction.setCompression(.off, forCollection: "raw")
      try transaction["raw"].put(person(0), forKey: 1)
    }
  }

  /// Expects a store to hold what `write` put into it.
  static func expect(in store: Store) throws {
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems)")
    try store.read { transaction in
      #expect(
        try transaction.collections() == [
          "codable", "empty", "nodes", "people", "plain", "raw", "shapes",
        ])
      let plain = transaction["plain"]
      #expect(try plain.get("string", as: String.self) == "text")
      #expect(try plain.metadata("string") == [1, 2])
      #expect(try plain.get("int", as: Int64.self) == .min)
      #expect(try plain.get("uint", as: UInt64.self) == .max)
      #expect(try plain.get("double", as: Double.self)?.bitPattern == (-0.0).bitPattern)
      #expect(try plain.get("float", as: Float.self) == 1.5)
      #expect(try plain.get("bool", as: Bool.self) == true)
      let date: Date? = try plain.get("date")
      #expect(date?.timeIntervalSinceReferenceDate == 506_137_643.78973)
      #expect(try plain.get("bytes", as: Data.self) == Data([0, 255]))
      #expect(try plain.get("json", as: JSONText.self)?.text == #"{"a":1}"#)
      let long = String(repeating: "k", count: 600)
      #expect(try plain.get(long, as: String.self) == "long key")
      #expect(
        try transaction["people"].values(as: FixturePerson.self) == (0..<600).map { person($0) })
      #expect(try transaction["raw"].get(1, as: FixturePerson.self) == person(0))
      #expect(
        try transaction["shapes"].get(1, as: [FixtureShape].self) == [.dot, .circle(radius: 2.5)])
      #expect(try transaction["codable"].get(1, codable: FixtureSettings.self) == FixtureSettings())
    }
    let node = try #require(try store["nodes"].get(RawKey([0, 1]), as: FixtureNode.self))
    #expect(node.name == "first" && node.next?.name == "second" && node.next?.next === node)
    node.next = nil
    #expect(try store.schemas().map(\.schema.name).sorted() == schemaNames)
  }

  static let schemaNames = ["FixtureSettings", "Node", "Person", "Shape", "Shape"]

  static func person(_ number: Int) -> FixturePerson {
    FixturePerson(
      name: names[number % names.count] + " \(number)", age: Int32(number % 90),
      notes: ["likes number \(number)", "likes " + names[number % 3]],
      email: number % 2 == 0 ? nil : "person\(number)@example.org")
  }
}

struct FixturePerson: Archivable, Equatable {
  var name: String
  var age: Int32
  var notes: [String]
  var email: String?

  static let archiveSchema = ArchiveSchema(
    "Person", version: 3,
    fields: [
      .init("name", String.self), .init("age", Int32.self), .init("notes", [String].self),
      .init("email", String?.self),
    ])

  init(name: String, age: Int32, notes: [String], email: String?) {
    (self.name, self.age, self.notes, self.email) = (name, age, notes, email)
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(age)
    try archive.encode(notes)
    try archive.encode(email)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    age = try archive.decode(1)
    notes = try archive.decode(2)
    email = try archive.decode(3)
  }
}

enum FixtureShape: ArchivableEnum, Equatable {
  case dot
  case circle(radius: Double)

  static let archiveSchemas = [
    ArchiveSchema(enum: "Shape", case: "dot", fields: []),
    ArchiveSchema(enum: "Shape", case: "circle", fields: [.init("radius", Double.self)]),
  ]

  var archiveCase: Int { self == .dot ? 0 : 1 }

  func encode(to archive: inout ArchiveWriter) throws {
    if case .circle(let radius) = self { try archive.encode(radius) }
  }

  init(from archive: inout ArchiveReader) throws {
    let isDot = try archive.enterCase(of: Self.self) == 0
    self = isDot ? .dot : .circle(radius: try archive.decode(0))
  }
}

final class FixtureNode: ArchivableClass {
  let name: String
  var next: FixtureNode?

  static let archiveSchema = ArchiveSchema(
    class: "Node", fields: [.init("name", String.self), .init("next", FixtureNode?.self)])

  init(_ name: String) { self.name = name }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Self.archiveSchema)
    try archive.encode(name)
    try archive.encodeReference(next)
  }

  init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Self.archiveSchema)
    name = try archive.decode(0)
    archive.register(self)
    try archive.decodeReference(1, as: FixtureNode.self) { self.next = $0 }
  }
}

struct FixtureSettings: Codable, Equatable {
  var theme = "dark"
  var sizes = ["small": 1.5]
}
