import Foundation
import LodeCoding

/// Archives read as the program's own types, whatever they hold.
enum Fuzzed: Target {
  /// The types, one of which the first byte of an input chooses.
  private static let types: [any ArchivableValue.Type] = [
    Person.self, Address.self, Shape.self, Node.self, [Node].self, [String: Shape].self,
    [Int16].self, Set<Double>.self, [UUID: Date?].self, [[Int?]].self, Decimal.self, URL.self,
    Range<Int>.self, Character.self, Colour.self, Float?.self,
  ]

  static func seeds() throws -> [[UInt8]] {
    let archives = try [
      Archiver.archive(ArchiveInputs.person), Archiver.archive(Person()),
      Archiver.archive(ArchiveInputs.tree),
      Archiver.archive([ArchiveInputs.tree, Leaf("x", weight: 1)]),
      Archiver.archive(["a": Shape.point, "b": .circle(radius: 1)]),
      Archiver.archive(ArchiveInputs.person.shape), Archiver.archive(ArchiveInputs.person.address),
      Archiver.archive([UInt16(1), 2, 3]), Archiver.archive(Set([1.5, 2.5, .nan])),
      Archiver.archive(Decimal(string: "1e-5") ?? 0), Archiver.archive(URL(string: "http://a/b?c")),
      Archiver.archive(1..<5), Archiver.archive("a" as Character), Archiver.archive(Colour.red),
      Archiver.archive([UUID(): Date?.none]), Archiver.archive([[Int?]]()), Archiver.archive(1.5),
    ]
    return types.indices.flatMap { type in
      archives.map { [UInt8(type)] + ArchiveInputs.input($0) }
    }
  }

  static func run(_ input: [UInt8]) {
    guard let type = input.first, type < types.count else { return }
    read(types[Int(type)], ArchiveInputs.selfContained(Array(input.dropFirst())))
  }

  private static func read<T: ArchivableValue>(_ type: T.Type, _ bytes: [UInt8]) {
    let read = ArchiveInputs.unlessRefused(bytes.count) {
      try Unarchiver.unarchive(type, from: bytes, allowing: [Leaf.self])
    }
    guard let value = read else { return }
    let written = require("what was read is written: \(value)") { try Archiver.archive(value) }
    let again = require("what was written is read: \(value)") {
      try Unarchiver.unarchive(type, from: written, allowing: [Leaf.self])
    }
    // As values: the bytes depend on the order in which a dictionary has its entries.
    let untyped = require("it is read without its type") { try Archive(written.span) }
    let twice = require("it is written again: \(again)") {
      let bytes = try Archiver.archive(again)
      return try Archive(bytes.span)
    }
    require(twice == untyped, "\(type) is the same after another round: \(value) \(again)")
    // A graph of objects with circles has to be taken apart, or it would stay in memory.
    for value in [value, again] {
      (value as? Node)?.takeApart()
      for node in value as? [Node] ?? [] { node.takeApart() }
    }
  }
}
