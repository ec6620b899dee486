import Foundation
import LodeCoding
import Synchronization
import Testing

/// Found by fuzzing.
@Suite("Archives of any bytes are values or typed errors")
struct ArchiveHostileTests {
  /// The self-contained archive of what stands between magic number and checksum.
  private func archive(_ bytes: [UInt8]) -> [UInt8] {
    let front = [0x4C, 0x41] + bytes
    let checksum = Checksum.rapidhash(front.span, seed: 0)
    return front + (0..<8 as Range<UInt64>).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
  }

  /// Foundation traps when it describes such a date: a program that read one foreign archive
  /// crashed.
  @Test(arguments: [1e300, -.infinity, .nan])
  func `a date that is ages away is an error where another type is wanted, and can be printed`(
    _ seconds: Double
  ) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let bytes = try Archiver.archive([date])
    let error = #expect(throws: ArchiveError.self) {
      try Unarchiver.unarchive([Int16].self, from: bytes)
    }
    #expect(error?.code == .typeMismatch)
    let untyped = try Archive(bytes.span)
    #expect(try ArchiveValue(json: untyped.root.description) == untyped.root)
    #expect(!"\(untyped)".isEmpty)
  }

  /// What such a field had entered was never left: after 200 of them everything was nested too
  /// deep, and a program that leaves out what a later version added could not read its archives.
  @Test func `a type that goes on without a field that it cannot read gets its other fields`()
    throws
  {
    let bytes = try Archiver.archive(Tolerant())
    var untyped = try Archive(bytes.span)
    guard case .object(var object) = untyped.root else {
      return #expect(Bool(false), "an object: \(untyped)")
    }
    let later = ArchivedObject("Shape", kind: .enumCase("later"), fields: [])
    object.fields[3].value = .object(later)
    object.fields[4].value = .array([.object(later)])
    untyped.root = .array(Array(repeating: .object(object), count: 300))
    untyped.rootType = .array(.object)
    let back = try Unarchiver.unarchive([Tolerant].self, from: untyped.encoded())
    #expect(back == Array(repeating: Tolerant(shape: .nothing, shapes: []), count: 300))
  }

  @Test func `an object that could not be made is refused wherever else it is used`() throws {
    let bad = Leaf("bad", weight: 1)
    let root = Node("root", children: [Node("mid", children: [bad]), bad])
    let bytes = try Archiver.archive(TolerantPair(first: root, second: root))
    var untyped = try Archive(bytes.span)
    let number = try #require(untyped.objects.firstIndex { $0?["name"] == .string("bad") })
    untyped.objects[number]?.fields[0].type = .string
    untyped.objects[number]?.fields[0].value = .string("no number")
    let error = #expect(throws: ArchiveError.self) {
      try Unarchiver.unarchive(
        TolerantPair.self, from: untyped.encoded(), allowing: [Leaf.self])
    }
    #expect(error?.code == .typeMismatch)
  }

  /// Every reference led to one large object, which was read for each: 1 MB of archive could take
  /// gigabytes.
  @Test func `objects that lie upon each other are refused`() throws {
    let nodes = [Node(String(repeating: "long", count: 500))] + (0..<3).map { Node("\($0)") }
    var bytes = try Archiver.archive(nodes)
    let table = bytes.count - 8 - 4 - 4 * nodes.count
    for number in 1..<nodes.count {
      bytes.replaceSubrange(
        table + 4 * number..<table + 4 * number + 4, with: bytes[table..<table + 4])
    }
    let damaged = archive(Array(bytes[2..<bytes.count - 8]))
    let typed = #expect(throws: ArchiveError.self) {
      try Unarchiver.unarchive([Node].self, from: damaged)
    }
    let untyped = #expect(throws: ArchiveError.self) { try Archive(damaged.span) }
    #expect(typed?.code == .invalidValue && untyped?.code == .invalidValue)
  }

  /// The first object held itself already when the second one was refused.
  @Test func `a refused archive leaves no objects in memory that hold each other`() throws {
    let alone = Counted("alone")
    alone.friend = alone
    let other = Counted("other")
    other.friend = Leaf("leaf", weight: 1)
    let bytes = try Archiver.archive([alone, other])
    alone.friend = nil
    let before = Counted.count.withLock { $0 }
    #expect(throws: ArchiveError.self) { try Unarchiver.unarchive([Counted].self, from: bytes) }
    #expect(Counted.count.withLock { $0 } == before)
  }
}

/// Takes a default for a field that it cannot read.
private struct Tolerant: Archivable, Equatable {
  var name = "name"
  var numbers = [1, 2]
  var byte: UInt8 = 7
  var shape = Shape.circle(radius: 1)
  var shapes = [Shape.nothing]

  init() {}

  init(shape: Shape, shapes: [Shape]) {
    self.shape = shape
    self.shapes = shapes
  }

  static let archiveSchema = ArchiveSchema(
    "Tolerant",
    fields: [
      .init("name", String.self), .init("numbers", [Int].self), .init("byte", UInt8.self),
      .init("shape", Shape.self), .init("shapes", [Shape].self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(numbers)
    try archive.encode(byte)
    try archive.encode(shape)
    try archive.encode(shapes)
  }

  init(from archive: inout ArchiveReader) throws {
    shape = (try? archive.decode(3)) ?? .nothing
    shapes = (try? archive.decode(4)) ?? []
    numbers = try archive.decode(1)
    name = try archive.decode(0)
    byte = try archive.decode(2)
  }
}

/// Asks for an object again after it could not be made.
private struct TolerantPair: Archivable {
  var first: Node?
  var second: Node

  init(first: Node, second: Node) {
    self.first = first
    self.second = second
  }

  static let archiveSchema = ArchiveSchema(
    "TolerantPair", fields: [.init("first", Node?.self), .init("second", Node.self)])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(first)
    try archive.encode(second)
  }

  init(from archive: inout ArchiveReader) throws {
    first = try? archive.decode(0)
    second = try archive.decode(1)
  }
}

/// Counts its instances.
private final class Counted: Node {
  static let count = Mutex(0)

  override class var archiveSchema: ArchiveSchema { countedSchema }
  private static let countedSchema = ArchiveSchema(class: "Counted", superclass: "Node", fields: [])

  init(_ name: String) {
    super.init(name)
    Self.count.withLock { $0 += 1 }
  }

  deinit { Self.count.withLock { $0 -= 1 } }

  override func encode(to archive: inout ArchiveWriter) throws {
    try super.encode(to: &archive)
    try archive.beginLevel(Counted.countedSchema)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Counted.countedSchema)
    try super.init(from: &archive)
    Self.count.withLock { $0 += 1 }
  }
}
