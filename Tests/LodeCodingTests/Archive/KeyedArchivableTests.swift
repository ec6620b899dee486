import LodeCoding
import Testing

@Suite("Types may name their fields while they archive them")
struct KeyedArchivableTests {
  @Test
  func
    `values of one type may have different fields, and the bytes do not depend on what came before`()
    throws
  {
    let values = [Note(title: "a", body: nil), Note(title: "b", body: "c", more: [1, 2])]
    let first = try Archiver.archive(values)
    #expect(try Archiver.archive(values) == first)
    #expect(try Archiver.archive([values[1]]) == Archiver.archive([values[1]]))
    #expect(try Unarchiver.unarchive([Note].self, from: first) == values)
    #expect(try Archive(first.span).encoded() == first)
  }

  @Test func `an old version is read by hand, a newer one is refused`() throws {
    let bytes = try Archiver.archive(Old(both: "Ada Lovelace"))
    let new = try Unarchiver.unarchive(New.self, from: bytes)
    #expect(new.first == "Ada")
    #expect(new.last == "Lovelace")
    #expect(new.keys == ["both"])
    let error = #expect(throws: ArchiveError.self) {
      try Unarchiver.unarchive(Old.self, from: try Archiver.archive(new))
    }
    #expect(error?.code == .futureVersion)
  }

  @Test func `a key encoded twice is an error`() {
    let error = #expect(throws: ArchiveError.self) { try Archiver.archive(Twice()) }
    #expect(error?.code == .wrongFields)
  }

  @Test
  func `a missing field is an error that names it, a default or nil where that is asked for`()
    throws
  {
    let bytes = try Archiver.archive(Old(both: "x"))
    let error = #expect(throws: ArchiveError.self) {
      try Unarchiver.unarchive(Wanting.self, from: bytes)
    }
    #expect(error?.code == .missingField)
    #expect(error?.message.contains("nowhere") == true)
  }

  @Test
  func `graphs of classes with superclasses, circles and weak references stay what they were`()
    throws
  {
    let child = KeyedLeaf("child", weight: 3)
    let root = KeyedNode("root")
    root.children = [child, KeyedNode("other"), child]
    child.parent = root
    for _ in 0..<3 {
      let bytes = try Archiver.archive(root)
      let back = try Unarchiver.unarchive(
        KeyedNode.self, from: bytes, allowing: [KeyedLeaf.self])
      let leaf = try #require(back.children[0] as? KeyedLeaf)
      #expect(leaf === back.children[2])
      #expect(leaf.weight == 3)
      #expect(leaf.parent === back)
      #expect(back.children[1].name == "other")
      #expect(try Archive(bytes.span).encoded() == bytes)
    }
    let alone = try Unarchiver.unarchive(KeyedLeaf.self, from: try Archiver.archive(child))
    #expect(alone.parent == nil)
  }
}

private struct Note: KeyedArchivable, Equatable {
  var title: String
  var body: String?
  var more: [Int] = []

  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.encode(title, forKey: "title")
    if let body { try container.encode(body, forKey: "body") }
    if !more.isEmpty { try container.encode(more, forKey: "more") }
  }

  init(title: String, body: String?, more: [Int] = []) {
    self.title = title
    self.body = body
    self.more = more
  }

  init(from container: inout KeyedArchiveReader) throws {
    title = try container.decode(forKey: "title")
    body = try container.decodeIfPresent(forKey: "body")
    more = try container.decode(forKey: "more", default: [])
  }
}

private struct Old: KeyedArchivable {
  var both: String
  static var archiveName: String { "Name" }

  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.encode(both, forKey: "both")
  }

  init(both: String) { self.both = both }

  init(from container: inout KeyedArchiveReader) throws {
    both = try container.decode(forKey: "both")
  }
}

private struct New: KeyedArchivable {
  var first: String
  var last: String
  var keys: [String]
  static var archiveName: String { "Name" }
  static var archiveVersion: Int { 2 }

  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.encode(first, forKey: "first")
    try container.encode(last, forKey: "last")
  }

  init(from container: inout KeyedArchiveReader) throws {
    keys = container.allKeys
    if container.version < 2 {
      let parts = try container.decode(String.self, forKey: "both").split(separator: " ")
      first = String(parts[0])
      last = String(parts[1])
    } else {
      first = try container.decode(forKey: "first")
      last = try container.decode(forKey: "last")
    }
  }
}

private struct Wanting: KeyedArchivable {
  static var archiveName: String { "Name" }
  func encode(to container: inout KeyedArchiveWriter) throws {}

  init(from container: inout KeyedArchiveReader) throws {
    #expect(try container.decode(Int.self, forKey: "no", default: 5) == 5)
    #expect(try container.decode(Int?.self, forKey: "no") == nil)
    #expect(try container.decodeIfPresent(Int.self, forKey: "no") == nil)
    let hasBoth = container.contains("both")
    #expect(hasBoth)
    _ = try container.decode(Int.self, forKey: "nowhere")
  }
}

private struct Twice: KeyedArchivable {
  init() {}
  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.encode(1, forKey: "a")
    try container.encode(2, forKey: "a")
  }
  init(from container: inout KeyedArchiveReader) throws {}
}

private class KeyedNode: KeyedArchivableClass {
  var name: String
  var children: [KeyedNode] = []
  weak var parent: KeyedNode?
  class var archiveName: String { "KeyedNode" }

  init(_ name: String) { self.name = name }

  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.beginLevel(KeyedNode.self)
    try container.encode(name, forKey: "name")
    // The fields differ from instance to instance.
    if !children.isEmpty { try container.encode(children, forKey: "children") }
    try container.encodeConditional(parent, forKey: "parent")
  }

  required init(from container: inout KeyedArchiveReader) throws {
    try container.enterLevel(KeyedNode.self)
    name = try container.decode(forKey: "name")
    children = try container.decode(forKey: "children", default: [])
    container.register(self)
    try container.decodeReference(KeyedNode.self, forKey: "parent") { self.parent = $0 }
  }
}

private final class KeyedLeaf: KeyedNode {
  var weight: Int
  override class var archiveName: String { "KeyedLeaf" }

  init(_ name: String, weight: Int) {
    self.weight = weight
    super.init(name)
  }

  override func encode(to container: inout KeyedArchiveWriter) throws {
    try super.encode(to: &container)
    try container.beginLevel(KeyedLeaf.self)
    try container.encode(weight, forKey: "weight")
  }

  required init(from container: inout KeyedArchiveReader) throws {
    try container.enterLevel(KeyedLeaf.self)
    weight = try container.decode(forKey: "weight")
    try super.init(from: &container)
  }
}
