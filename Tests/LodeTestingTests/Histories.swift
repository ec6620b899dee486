import Foundation
import LodeModels

/// What a step throws.
struct Stop: Error {}

/// The first version of a program that keeps members, by hand, so that the tests need no macros.
struct FirstMember: Archivable, Model {
  var id: Int
  var mail: String
  var address: String

  static let collectionName = "member"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Member",
    fields: [.init("id", Int.self), .init("mail", String.self), .init("address", String.self)])

  init(_ id: Int, _ mail: String, _ address: String) {
    (self.id, self.mail, self.address) = (id, mail, address)
  }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(mail)
    try archive.encode(address)
  }
  init(from archive: inout ArchiveReader) throws {
    self.init(try archive.decode(0), try archive.decode(1), try archive.decode(2))
  }
}

/// The version of today, with another key and without the address.
struct Member: Archivable, Model, Equatable {
  var id: Int
  var email: String

  static let collectionName = "member"
  static let keyFields = ["email"]
  var primaryKey: String { email }
  static let archiveSchema = ArchiveSchema(
    "Member", version: 2, fields: [.init("id", Int.self), .init("email", String.self)])

  init(_ id: Int, _ email: String) { (self.id, self.email) = (id, email) }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(email)
  }
  init(from archive: inout ArchiveReader) throws {
    self.init(try archive.decode(0), try archive.decode(1))
  }
}

extension Member {
  /// From the first version to this one; more can be done behind it.
  static func plan(_ more: [Step] = []) -> MigrationPlan {
    MigrationPlan {
      Step("addresses on their own") { transaction in
        for row in try transaction["member"].rows() {
          let address = try transaction["member"].archive(row.key)?.root["address"]?.string
          try transaction["address"].put(address ?? "", forKey: row.key)
        }
      }
      Step(Member.self, from: 1, to: 2) { record in
        record.rename("mail", to: "email")
        record.remove("address")
      }
      more
    }
  }
}
