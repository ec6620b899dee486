import Foundation
import LodeCoding

/// Archives read as the program's own types, whatever they hold.
enum ArchivedValuesTarget: Target {
  /// Reads as one type each; the first byte of an input chooses.
  private static let readers: [@Sendable ([UInt8]) -> Void] = [
    { read(Person.self, $0) },
    { read(Address.self, $0) },
    { read(Shape.self, $0) },
    { readGraph(Node.self, $0) },
    { readGraph([Node].self, $0) },
    { read([String: Shape].self, $0) },
    { read([Int16].self, $0) },
    { read(Set<Double>.self, $0) },
    { read([UUID: Date?].self, $0) },
    { read([[Int?]].self, $0) },
    { read(Decimal.self, $0) },
    { read(URL.self, $0) },
    { read(Range<Int>.self, $0) },
    { read(Character.self, $0) },
    { read(Colour.self, $0) },
    { read(Float?.self, $0) },
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
    return readers.indices.flatMap { type in
      archives.map { [UInt8(type)] + ArchiveInputs.input($0) }
    }
  }

  static func run(_ input: [UInt8]) {
    guard let type = input.first, type < readers.count else { return }
    readers[Int(type)](ArchiveInputs.selfContained(Array(input.dropFirst())))
    Node.takeApart()
  }

  /// Reads objects that others may refer to without holding them: those are not archived again, so
  /// only what was written once comes back the same.
  private static func readGraph<T: ArchivableValue>(_ type: T.Type, _ bytes: [UInt8]) {
    let value = ArchiveInputs.unlessRefused(bytes.count) {
      try Unarchiver.unarchive(type, from: bytes, allowing: [Leaf.self])
    }
    guard let value else { return }
    read(type, require("what was read is written: \(value)") { try Archiver.archive(value) })
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
  }
}
