import Foundation
import LodeModels

/// The three versions of a type, as a program had them one after the other, and a nested type that
/// the last version removed.
enum FooHistory {
  /// Nested in the first two versions.
  struct Bar: Archivable, Equatable {
    var integer: Int
    var date: Date

    static let archiveSchema = ArchiveSchema(
      "Bar", fields: [.init("integer", Int.self), .init("date", Date.self)])
    init(integer: Int, date: Date) { (self.integer, self.date) = (integer, date) }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(integer)
      try archive.encode(date)
    }
    init(from archive: inout ArchiveReader) throws {
      integer = try archive.decode(0)
      date = try archive.decode(1)
    }
  }

  struct V1: Archivable, Model {
    var id: Int
    var string: String
    var date: Date
    var integer: Int
    var bar: Bar

    static let collectionName = "foo"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let indexes: [IndexDefinition] = [IndexDefinition("string")]
    static let archiveSchema = ArchiveSchema(
      "Foo", version: 1,
      fields: [
        .init("id", Int.self), .init("string", String.self), .init("date", Date.self),
        .init("integer", Int.self), .init("barObject", Bar.self),
      ])
    init(_ id: Int, _ string: String) {
      (self.id, self.string) = (id, string)
      date = Date(timeIntervalSince1970: Double(id))
      integer = id
      bar = Bar(integer: id, date: Date(timeIntervalSince1970: 1_000))
    }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(string)
      try archive.encode(date)
      try archive.encode(integer)
      try archive.encode(bar)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      string = try archive.decode(1)
      date = try archive.decode(2)
      integer = try archive.decode(3)
      bar = try archive.decode(4)
    }
  }

  struct V2: Archivable, Model {
    var id: Int
    var title: String
    var epoch: Double
    var bar: Bar

    static let collectionName = "foo"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let archiveSchema = ArchiveSchema(
      "Foo", version: 2,
      fields: [
        .init("id", Int.self), .init("title", String.self), .init("epoch", Double.self),
        .init("barObject", Bar.self),
      ])
    init(_ id: Int, _ title: String) {
      (self.id, self.title, epoch) = (id, title, Double(id))
      bar = Bar(integer: id, date: Date(timeIntervalSince1970: 2_000))
    }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(title)
      try archive.encode(epoch)
      try archive.encode(bar)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      title = try archive.decode(1)
      epoch = try archive.decode(2)
      bar = try archive.decode(3)
    }
  }

  struct V3: Archivable, Model, Equatable {
    var id: Int
    var title: String
    var epoch: Double
    var barDate: Date
    var note: String?

    static let collectionName = "foo"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let indexes: [IndexDefinition] = [IndexDefinition("title")]
    static let archiveSchema = ArchiveSchema(
      "Foo", version: 3,
      fields: [
        .init("id", Int.self), .init("title", String.self), .init("epoch", Double.self),
        .init("barObjectDate", Date.self), .init("note", String?.self),
      ])
    enum ArchiveFields {
      static var title: ArchivedField<V3, String> { .init(1) }
    }
    init(_ id: Int, _ title: String, barDate: Double) {
      (self.id, self.title, epoch) = (id, title, Double(id))
      self.barDate = Date(timeIntervalSince1970: barDate)
    }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(title)
      try archive.encode(epoch)
      try archive.encode(barDate)
      try archive.encode(note)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      title = try archive.decode(1)
      epoch = try archive.decode(2)
      barDate = try archive.decode(3)
      note = try archive.decode(4)
    }
  }

  /// The steps that a program of the third version has; `ran` is called for each row.
  static func plan(
    _ ran: @escaping @Sendable (Int, MigrationRecord) throws -> Void = { _, _ in }
  ) -> MigrationPlan {
    MigrationPlan {
      Step(V3.self, from: 1, to: 2) { record in
        try ran(1, record)
        record.rename("string", to: "title")
        try record.transform("date", to: "epoch") { (date: Date) in date.timeIntervalSince1970 }
        record.remove("integer")
      }
      Step(V3.self, from: 2, to: 3) { record in
        try ran(2, record)
        record["barObjectDate"] = record.object("barObject")?["date"]
        record.remove("barObject")
      }
    }
  }
}
