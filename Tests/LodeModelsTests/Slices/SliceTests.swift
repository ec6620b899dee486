import Foundation
import LodeModels
import LodeTestSupport
import Testing

/// An object of which two collections keep a part each.
private struct Contact: Archivable, Equatable {
  var name = ""
  var phone: String?
  var street: String?

  static let archiveSchema = ArchiveSchema(
    "Contact",
    fields: [
      .init("name", String.self), .init("phone", String?.self), .init("street", String?.self),
    ])

  init(_ name: String, phone: String? = nil, street: String? = nil) {
    self.name = name
    self.phone = phone
    self.street = street
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(phone)
    try archive.encode(street)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    phone = try archive.decode(1)
    street = try archive.decode(2)
  }
}

private struct PhoneRow: Archivable, Model, Equatable {
  var name: String
  var phone: String?

  static let collectionName = "phone"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "PhoneRow", fields: [.init("name", String.self), .init("phone", String?.self)])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(phone)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    phone = try archive.decode(1)
  }
}

private struct StreetRow: Archivable, Model, Equatable {
  var name: String
  var street: String?
  var visits = 7

  static let collectionName = "street"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "StreetRow",
    fields: [
      .init("name", String.self), .init("street", String?.self),
      .init("visits", Int.self, default: 7),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(street)
    try archive.encode(visits)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    street = try archive.decode(1)
    visits = try archive.decode(2)
  }
}

@Suite("One object in several collections")
struct SliceTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `each collection takes its part, in one transaction, and gives it back`() throws {
    let ada = Contact("Ada", phone: "123", street: "Main")
    let outcomes = try store.write { transaction in
      try transaction.put(slicesOf: ada, PhoneRow.self, StreetRow.self)
    }
    #expect(outcomes == [.inserted, .inserted])
    #expect(try store.get(PhoneRow.self, "Ada")?.phone == "123")
    #expect(try store.get(StreetRow.self, "Ada")?.street == "Main")
    #expect(try store.get(StreetRow.self, "Ada")?.visits == 7)
    #expect(try store.revision == 1)
    var back = Contact("Ada")
    try store.read { transaction in
      var (found, absent) = (
        try transaction.merge(PhoneRow.self, "Ada", into: &back, .override), true
      )
      #expect(found)
      absent = try transaction.merge(PhoneRow.self, "Eve", into: &back, .override)
      #expect(!absent)
      try transaction.merge(StreetRow.self, "Ada", into: &back, .fillMissing)
    }
    #expect(back == ada)
  }

  @Test func `override takes what is nil too, filling takes only what was missing`() throws {
    var contact = Contact("Ada", phone: "123")
    try contact.merge(Contact("Eve", phone: "9", street: "Main"), .fillMissing)
    #expect(contact == Contact("Ada", phone: "123", street: "Main"))
    try contact.merge(Contact("Eve"), .override)
    #expect(contact == Contact("Eve"))
    #expect(try Contact("Ada", phone: "1").slice(as: PhoneRow.self).phone == "1")
  }
}
