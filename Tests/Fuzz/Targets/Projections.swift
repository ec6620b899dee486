import Foundation
import LodeCoding

/// Parts of stored archives, read as another type and by name, whatever the archives hold.
enum ProjectionsTarget: Target {
  private static let names = ["name", "age", "address", "street", "friends", "tags", "shape", "?"]

  static func seeds() throws -> [[UInt8]] {
    try [
      Archiver().encode(ArchiveInputs.person), Archiver().encode(Person()),
      Archiver().encode(Address("Way", 7, [Address("Inner", 8)])), Archiver().encode([1, 2]),
      Archiver().encode(ArchiveInputs.tree),
    ].map { $0.stored(number: ArchiveInputs.number) }
  }

  static func run(_ input: [UInt8]) {
    let whole = ArchiveInputs.unlessRefused(input.count) {
      try Unarchiver().unarchive(Person.self, stored: input.span, schema: ArchiveInputs.schema)
    }
    let projected = ArchiveInputs.unlessRefused(input.count) {
      try Unarchiver().project(Person.self, stored: input.span, schema: ArchiveInputs.schema)
    }
    if let whole {
      let projected = require("what is read as a type is read as a part") {
        guard let projected else { throw ArchiveError(.missingField, "refused") }
        return try (Archiver.archive(projected), Archiver.archive(whole))
      }
      require(projected.0 == projected.1, "the part with every field is the whole")
    }
    _ = ArchiveInputs.unlessRefused(input.count) {
      try Unarchiver().project(Address.self, stored: input.span, schema: ArchiveInputs.schema)
    }
    let untyped = ArchiveInputs.unlessRefused(input.count) {
      try Archive(stored: input.span, schema: ArchiveInputs.schema)
    }
    let fields = ArchiveInputs.unlessRefused(input.count) {
      try Unarchiver().fields(names, stored: input.span, schema: ArchiveInputs.schema)
    }
    guard let object = untyped?.root.object, let fields else { return }
    for name in names {
      require(fields[name] == object[name], "\(name) by itself is what it is in the whole")
    }
  }
}
