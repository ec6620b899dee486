import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("A field that gets another type has what a step sets, whatever type it had")
struct RetypingTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Takes a row whose field has an old type to that of today.
  private func retype<T: ArchivableValue & Sendable & Equatable>(
    _ old: ArchiveType, _ value: ArchiveValue, to type: T.Type,
    _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) throws -> T? {
    let path = directory.file(UUID().uuidString)
    let object = ArchivedObject(
      "Single", fields: [.init("id", 1), .init("value", type: old, value)])
    let store = try Store(path)
    try store.write { try $0["single"].putArchive(Archive(.object(object)).forStore(), forKey: 1) }
    store.close()
    let plan = MigrationPlan { Step(Single<T>.self, from: 1, to: 2, body) }
    return try Store(path, models: [Single<T>.self], migrations: plan).get(Single<T>.self, 1)?.value
  }

  @Test func `a number with a point becomes one without, and the other way round`() throws {
    let cents = try retype(.double, 12.5, to: Int.self) { record in
      try record.transform("value") { (price: Double) in Int(price * 100) }
    }
    #expect(cents == 1_250)
    let price = try retype(.int64, 1_250, to: Double.self) { record in
      try record.transform("value") { (cents: Int) in Double(cents) / 100 }
    }
    #expect(price == 12.5)
  }

  @Test func `a number becomes a narrower one`() throws {
    let narrow = try retype(.int64, 7, to: Int32.self) { record in
      try record.transform("value") { (value: Int) in Int32(clamping: value) }
    }
    #expect(narrow == 7)
    #expect(try retype(.int64, 7, to: UInt8.self) { $0["value"] = 200 } == 200)
  }

  @Test
  func `what is set without a type, and a value in another place, have the type of today`() throws {
    #expect(try retype(.double, 1.5, to: Int.self) { $0["value"] = 3 } == 3)
    #expect(try retype(.float, 1.5, to: Int?.self) { try $0.set("value", to: 4) } == 4)
    #expect(try retype(.any, "text", to: Int.self) { $0["value"] = 5 } == 5)
    #expect(try retype(.string, "text", to: Int.self) { $0["value"] = 6 } == 6)
  }

  @Test func `a value that is none of the type of today is refused, and the row stays`() throws {
    expectCause(MigrationError.self) {
      try retype(.string, "text", to: Int.self) { $0["value"] = "other" }
    }
    expectCause(MigrationError.self) {
      try retype(.int64, 7, to: UInt8.self) { $0["value"] = 300 }
    }
  }
}

/// A model with one field of whatever type.
private struct Single<T: ArchivableValue & Sendable>: Archivable, Model {
  var id: Int
  var value: T

  static var collectionName: String { "single" }
  static var keyFields: [String] { ["id"] }
  var primaryKey: Int { id }
  static var archiveSchema: ArchiveSchema {
    ArchiveSchema(
      "Single", version: 2, fields: [.init("id", Int.self), .init("value", T.self)])
  }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(value)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    value = try archive.decode(1)
  }
}
