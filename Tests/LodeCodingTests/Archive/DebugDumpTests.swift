import Foundation
import LodeCoding
import Testing

private class Foo: ArchivableClass {
  var integer = 1
  var string = "I am a foo!"
  var barObjectDate: Date?
  var extensions = ArchiveExtensions()

  class var archiveSchema: ArchiveSchema { fooSchema }
  private static let fooSchema = ArchiveSchema(
    class: "Foo",
    fields: [
      .init("integer", Int.self), .init("string", String.self), .init("barObjectDate", Date?.self),
    ], isExtensible: true)

  init() {}

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Foo.fooSchema)
    try archive.encode(integer)
    try archive.encode(string)
    try archive.encode(barObjectDate)
    try archive.encode(extensions)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Foo.fooSchema)
    integer = try archive.decode(0)
    string = try archive.decode(1)
    barObjectDate = try archive.decode(2)
    extensions = try archive.decodeExtensions()
  }
}

private final class SubFoo: Foo {
  var number = 123

  override class var archiveSchema: ArchiveSchema { subFooSchema }
  private static let subFooSchema = ArchiveSchema(
    class: "SubFoo", superclass: "Foo", fields: [.init("number", Int.self)])

  override init() { super.init() }

  override func encode(to archive: inout ArchiveWriter) throws {
    try super.encode(to: &archive)
    try archive.beginLevel(SubFoo.subFooSchema)
    try archive.encode(number)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(SubFoo.subFooSchema)
    number = try archive.decode(0)
    try super.init(from: &archive)
  }
}

@Suite("A dump shows an archive as JSON for people")
struct DebugDumpTests {
  @Test func `superclasses inside, fields of extensions under their labels, nil as null`() throws {
    let foo = SubFoo()
    foo.extensions[ArchiveExtensionField<String>("TestCategory", "categoryString")] = "hi"
    #expect(
      try debugDump(foo, isIndented: false) == #"""
        {"*SubFoo":{"number":123,"**Foo":{"(TestCategory)categoryString":"hi","barObjectDate":null,"integer":1,"string":"I am a foo!"}}}
        """#)
    let back = try Unarchiver.unarchive(SubFoo.self, from: try Archiver.archive(foo))
    #expect(back.extensions == foo.extensions && back.number == 123 && back.integer == 1)
  }

  @Test func `plain dictionaries without stars, numbers that JSON lacks as text`() throws {
    #expect(
      try debugDump(["b": Double.nan, "a": 1.5, "c": -.infinity], isIndented: false)
        == #"{"a":1.5,"b":"nan","c":"-inf"}"#)
    #expect(try debugDump([1: true], isIndented: false) == #"{"1":true}"#)
    #expect(try debugDump([Decimal(string: "1.50"), nil], isIndented: false) == "[1.5,null]")
    #expect(
      try debugDump([Shape.circle(radius: 1), .nothing], isIndented: false)
        == #"[{"*Shape.circle":{"radius":1.0}},{"*Shape.nothing":{}}]"#)
  }

  @Test func `indented by default`() throws {
    #expect(
      try debugDump(Address(street: "Ockham", number: nil)) == """
        {
          "*Address": {
            "number": null,
            "street": "Ockham"
          }
        }
        """)
  }

  @Test func `an object that is used twice once, circles and long chains too`() throws {
    let a = Node("a")
    a.friend = a
    #expect(
      try debugDump([a, Node("b")], isIndented: false) == #"""
        [{"*Node#1":{"children":[],"friend":"*Node#1","name":"a","parent":null}},{"*Node":{"children":[],"friend":null,"name":"b","parent":null}}]
        """#)
    a.friend = nil
    var last = Node("0")
    for index in 1..<1_000 {
      let next = Node("\(index)")
      next.friend = last
      last = next
    }
    #expect(try debugDump(last).contains("*Node#"))
  }
}
