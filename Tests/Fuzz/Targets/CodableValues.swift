import Foundation
import LodeCoding

/// Archives read as types that are only Codable, whatever they hold.
enum CodableValuesTarget: Target {
  /// Reads as one type each; the first byte of an input chooses.
  private static let readers: [@Sendable ([UInt8]) -> Void] = [
    { read(Household.self, $0) },
    { read(Figure.self, $0) },
    { read([Figure?].self, $0) },
    { read(Anything.self, $0) },
    { read(Matrix.self, $0) },
    { read(Lenient.self, $0) },
    { read(Dog.self, $0) },
    { read([Cat].self, $0) },
    { read(Set<Spot>.self, $0) },
    { read([Spot: [Int: Figure]].self, $0) },
    { read([Level: Int??].self, $0) },
    { read([Int128].self, $0) },
    { read([String: Date?].self, $0) },
    { read(Wrapped.self, $0) },
  ]

  static func seeds() throws -> [[UInt8]] {
    let spot = Spot(x: 1, label: "l")
    let archives = try [
      Archiver.archive(codable: Household()), Archiver.archive(codable: Household.full),
      Archiver.archive(codable: [Figure.circle(radius: 1.5), nil, .nothing]),
      Archiver.archive(codable: Figure.group(.polygon([1], closed: true), .nothing)),
      Archiver.archive(codable: Anything.list([.number(1), .entries(["a": .maybe(nil)])])),
      Archiver.archive(codable: Matrix(rows: [[1, 2], []], name: "m")),
      Archiver.archive(codable: Dog("Rex")), Archiver.archive(codable: [Cat(lives: 9)]),
      Archiver.archive(codable: Set([spot, Spot(x: 2)])),
      Archiver.archive(codable: [spot: [1: Figure.nothing]]),
      Archiver.archive(codable: [Level.high: Int??.some(nil), .low: 3]),
      Archiver.archive(codable: [Int128.max, -1]),
      Archiver.archive(codable: ["d": Date(timeIntervalSinceReferenceDate: 1)]),
      Archiver.archive(codable: Wrapped(value: 5)),
      Archiver.archive(["x": 1] as [String: Int8]), Archiver.archive(ArchiveInputs.person),
    ]
    return readers.indices.flatMap { type in
      archives.map { [UInt8(type)] + ArchiveInputs.input($0) }
    }
  }

  static func run(_ input: [UInt8]) {
    guard let type = input.first, type < readers.count else { return }
    readers[Int(type)](ArchiveInputs.selfContained(Array(input.dropFirst())))
  }

  private static func read<T: Codable>(_ type: T.Type, _ bytes: [UInt8]) {
    guard let value = unlessRefused(bytes.count, { try decode(type, bytes) }) else { return }
    let untyped = archive(value)
    let again = require("what was written is read: \(value)") {
      try decode(type, Archiver.archive(codable: value))
    }
    require(archive(again) == untyped, "\(type) is the same after another round: \(untyped)")
    readUntyped(type, bytes, untyped)
  }

  /// A reader without the type refuses more, since it looks at everything; what it takes is the
  /// same value.
  private static func readUntyped<T: Codable>(_ type: T.Type, _ bytes: [UInt8], _ same: Archive) {
    guard let archive = unlessRefused(bytes.count, { try Archive(bytes.span) }) else { return }
    let other = require("what another wrote is read: \(archive)") {
      try decode(type, archive.encoded())
    }
    require(self.archive(other) == same, "\(type) is the same from \(archive): \(same)")
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
    try Unarchiver.unarchive(codable: type, from: bytes)
  }

  /// The archive of a value, which can be compared.
  private static func archive<T: Encodable>(_ value: T) -> Archive {
    require("what was read is written: \(value)") {
      let bytes = try Archiver.archive(codable: value)
      return try Archive(bytes.span)
    }
  }

  /// The result of `body`, or `nil` when it fails as decoding may.
  private static func unlessRefused<R>(_ count: Int, _ body: () throws -> R) -> R? {
    let result = ArchiveInputs.unlessRefused(count) { () throws -> R? in
      do {
        return try body()
      } catch is DecodingError {
        return nil
      }
    }
    return result ?? nil
  }
}
