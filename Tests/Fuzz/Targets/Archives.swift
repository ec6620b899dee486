import Foundation
import LodeCoding

/// Archives read without the types that wrote them: of both forms, and written again.
enum ArchivesTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    let values: [ArchiveValue] = [
      .null, .array([.int(1), .string("a"), .null, .float(.nan), .uint(.max)]),
      .dictionary([.string("a"): .array([]), .int(3): .decimal(12)]),
      .set([.data(Data([1])), .date(Date(timeIntervalSinceReferenceDate: 0))]),
    ]
    let group = ArchivedObject.Group(
      "label", fields: [.init("a", type: .int8, .int(1)), .init("b", type: .any, .bool(true))])
    let extended = ArchivedObject(
      "Extended", fields: [.init("c", type: .optional(.string), .string("c"))],
      extensions: [group, ArchivedObject.Group("empty", fields: [])])
    let selfContained =
      try (values + [.object(extended)]).map { try Archive($0).encoded() } + [
        try Archiver.archive(ArchiveInputs.person), try Archiver.archive(ArchiveInputs.tree),
        try Archiver.archive([1: Set<Int8>([1, 2])] as [Int: Set<Int8>]),
      ]
    let stored = [
      try Archiver().encode(ArchiveInputs.person).stored(number: ArchiveInputs.number),
      try Archiver().encode(ArchiveInputs.tree).stored(number: ArchiveInputs.number),
    ]
    return selfContained.map { [0] + ArchiveInputs.input($0) } + stored.map { [1] + $0 }
  }

  static func run(_ input: [UInt8]) {
    guard let form = input.first else { return }
    let rest = Array(input.dropFirst())
    switch form {
    case 0:
      let bytes = ArchiveInputs.selfContained(rest)
      if let archive = ArchiveInputs.unlessRefused(bytes.count, { try Archive(bytes.span) }) {
        writeAgain(archive)
      }
    case 1:
      let read = ArchiveInputs.unlessRefused(rest.count) {
        try Archive(stored: rest.span, schema: ArchiveInputs.schema)
      }
      if let read { writeAgain(read) }
    default: break
    }
  }

  private static func writeAgain(_ archive: Archive) {
    let bytes = require("what was read is written: \(archive)") { try archive.encoded() }
    let again = require("what was written is read: \(archive)") { try Archive(bytes.span) }
    require(!"\(archive)".isEmpty, "an archive can be printed")
    require(again == archive, "what comes back is the same: \(archive) and \(again)")
    let json = require("what was read has JSON: \(archive)") { try archive.json() }
    let parsed = require("the JSON is read: \(json)") { try Archive(json: json) }
    require(parsed == archive, "the JSON is the same: \(json) and \(parsed)")
  }
}
