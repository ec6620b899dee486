import Foundation
import LodeCoding

/// Archives as inputs: without magic number and checksum, which no fuzzer would ever guess.
enum ArchiveInputs {
  /// The self-contained archive of an input.
  static func selfContained(_ input: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x4C, 0x41] + input
    let checksum = Checksum.rapidhash(bytes.span, seed: 0)
    for shift in 0..<8 as Range<UInt64> {
      bytes.append(UInt8(truncatingIfNeeded: checksum >> (8 * shift)))
    }
    return bytes
  }

  /// The input of a self-contained archive.
  static func input(_ archive: [UInt8]) -> [UInt8] { Array(archive.dropFirst(2).dropLast(8)) }

  /// The schemas that a store would have, by their numbers from 1.
  static let schemas =
    [Person.archiveSchema, Address.archiveSchema, Node.archiveSchema]
    + [Leaf.archiveSchema] + Shape.archiveSchemas

  /// The schema of a number.
  static func schema(_ number: UInt32) -> ArchiveSchema? {
    (1...UInt32(schemas.count)).contains(number) ? schemas[Int(number) - 1] : nil
  }

  /// The number of a schema, which must be one of those.
  static func number(_ schema: ArchiveSchema) -> UInt32 {
    guard let index = schemas.firstIndex(of: schema) else {
      fatalError("It does not hold: \(schema) is one of the types' schemas")
    }
    return UInt32(index + 1)
  }

  /// The result of `body`, or `nil` when it fails as decoders may, with a place in the `count`
  /// bytes.
  static func unlessRefused<R>(_ count: Int, _ body: () throws -> R) -> R? {
    do {
      return try body()
    } catch let error as ArchiveError {
      require(
        error.offset.map { (0...count).contains($0) } ?? true, "\(error) is about a place inside")
      return nil
    } catch {
      fatalError("It does not hold: decoding fails with ArchiveError only: \(error)")
    }
  }

  /// A value with something in every field.
  static var person: Person {
    var person = Person()
    person.age = 36
    person.born = Date(timeIntervalSinceReferenceDate: 0.5)
    person.mail = "ada@example.org"
    person.tags = ["a", "bc", ""]
    person.counts = ["x": 1, "yy": -2]
    person.address = Address("Way", 7, [Address("Inner", 8)])
    person.friends = [Address("1"), Address("2", 3, [Address()])]
    person.shape = .group([.circle(radius: 2), .point, .group([], name: "g")], name: nil)
    person.colour = .green
    person.price = Decimal(string: "-12.50") ?? 0
    person.span = -3...4
    person.byNumber = [1: [1.5, .nan], 200: []]
    person.data = Data([0, 1, 2])
    person.initial = "\u{1F1F3}\u{1F1F4}"
    return person
  }

  /// A tree with a circle, and an instance of a subclass.
  static var tree: Node {
    let leaf = Leaf("leaf", weight: 2.5)
    let root = Node("root", [Node("a", [leaf]), leaf, Node("b")])
    leaf.next = root.children[0]
    return root
  }
}
