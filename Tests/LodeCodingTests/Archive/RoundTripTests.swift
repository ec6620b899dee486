import Foundation
import LodeCoding
import Testing

@Suite("An archive gives back what was archived")
struct RoundTripTests {
  @Test func `a structure with every kind of field`() throws {
    let person = Person()
    let bytes = try Archiver.archive(person)
    #expect(try Unarchiver.unarchive(Person.self, from: bytes) == person)
  }

  @Test func `a structure whose variable fields need ends of four bytes`() throws {
    var person = Person()
    person.tags = (0..<2_000).map { "\($0) " + String(repeating: "x", count: 40) }
    person.name = String(repeating: "long", count: 20_000)
    let bytes = try Archiver.archive(person)
    #expect(try Unarchiver.unarchive(Person.self, from: bytes) == person)
  }

  @Test func `cases of an enumeration, nested ones too`() throws {
    let shapes: [Shape] = [
      .circle(radius: .pi), .polygon([1, 2, 3], closed: true), .nothing,
      .group(.circle(radius: 1), .group(.nothing, .polygon([], closed: false))),
    ]
    let bytes = try Archiver.archive(shapes)
    #expect(try Unarchiver.unarchive([Shape].self, from: bytes) == shapes)
  }

  @Test func `values without a type of one's own`() throws {
    try expectSame(true)
    try expectSame(Int8.min)
    try expectSame(UInt64.max)
    try expectSame("")
    try expectSame("a\0b")
    try expectSame(Data())
    try expectSame(Data([0]))
    try expectSame([String?]([nil, "", "x"]))
    try expectSame([Int?]([nil, 5]))
    try expectSame([1: ["a": [1.5]]])
    try expectSame(1..<5)
    try expectSame("a"..."z")
    try expectSame(try #require(Decimal(string: "-3.14159265358979323846264338327950288419")))
    try expectSame(Decimal(sign: .plus, exponent: 127, significand: 1))
    try expectSame(try #require(URL(string: "https://example.org/a?b#c")))
    try expectSame(Character("🇳🇴"))
  }

  private func expectSame<T: ArchivableValue & Equatable>(_ value: T) throws {
    let bytes = try Archiver.archive(value)
    #expect(try Unarchiver.unarchive(T.self, from: bytes) == value)
    let archive = try Archive(bytes.span)
    #expect(try archive.encoded() == bytes)
  }
}

@Suite("Instances of classes stay what they were to each other")
struct ObjectGraphTests {
  @Test func `a tree with parents, a subclass, and a circle of friends`() throws {
    let leaf = Leaf("leaf", weight: 7)
    let inner = Node("inner", children: [leaf])
    let root = Node("root", children: [inner, Node("other")])
    leaf.friend = root
    root.friend = leaf
    let bytes = try Archiver.archive(root)
    let back = try Unarchiver.unarchive(Node.self, from: bytes, allowing: [Leaf.self])
    let backLeaf = try #require(back.children[0].children[0] as? Leaf)
    #expect(backLeaf.weight == 7)
    #expect(backLeaf.friend === back)
    #expect(back.friend === backLeaf)
    #expect(backLeaf.parent === back.children[0])
    #expect(back.children[1].name == "other")
    back.friend = nil
    root.friend = nil
    leaf.friend = nil
    backLeaf.friend = nil
    #expect(try Archive(bytes.span).encoded() == bytes)
  }

  @Test func `every call with allowed types takes an array literal`() throws {
    let root = Node("root", children: [Leaf("leaf", weight: 7)])
    let bytes = try Archiver.archive(root)
    func weight(_ node: Node) -> Int? { (node.children[0] as? Leaf)?.weight }
    #expect(try weight(Unarchiver.unarchive(Node.self, from: bytes, allowing: [Leaf.self])) == 7)
    let made = Unarchiver(allowing: [Leaf.self])
    #expect(try weight(made.unarchive(Node.self, from: bytes.span)) == 7)
    var changed = Unarchiver()
    changed.allowing = [Leaf.self]
    #expect(try weight(changed.unarchive(Node.self, from: bytes.span)) == 7)
    _ = ArchiveFieldReader<Person>(allowing: [Leaf.self])
    let none: AllowedTypes = []
    #expect(none.classes.isEmpty && none.names.isEmpty)
  }

  @Test func `an object used twice is one object`() throws {
    let node = Node("one")
    let bytes = try Archiver.archive([node, node])
    let back = try Unarchiver.unarchive([Node].self, from: bytes)
    #expect(back[0] === back[1])
  }

  @Test func `a parent that nothing else archives is nil, not dragged in`() throws {
    let child = Node("child")
    let parent = Node("parent", children: [child])
    let back = try Unarchiver.unarchive(Node.self, from: try Archiver.archive(child))
    #expect(back.parent == nil)
    #expect(parent.children.count == 1)
  }

  @Test func `a chain of 100,000 friends needs no more stack than one`() throws {
    let first = Node("0")
    var last = first
    for index in 1..<100_000 {
      let next = Node("\(index)")
      last.friend = next
      last = next
    }
    let back = try Unarchiver.unarchive(Node.self, from: try Archiver.archive(first))
    var count = 0
    var node: Node? = back
    while let next = node {
      count += 1
      node = next.friend
      // A long chain is taken apart from the front; Swift would free it one in the other.
      next.friend = nil
    }
    #expect(count == 100_000)
    var rest: Node? = first
    while let next = rest {
      rest = next.friend
      next.friend = nil
    }
  }

  @Test func `a subclass that was not allowed is refused`() throws {
    let bytes = try Archiver.archive(Leaf("leaf", weight: 1) as Node)
    #expect(throws: ArchiveError.self) { try Unarchiver.unarchive(Node.self, from: bytes) }
  }
}
