import LodeCommand
import LodeModels

// The tool of a program with one model, as people make it.

struct Member: Archivable, Model {
  var id: Int
  var email: String

  static let collectionName = "member"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Member", version: 2, fields: [.init("id", Int.self), .init("email", String.self)])
  static let indexes: [IndexDefinition] = [IndexDefinition("email")]

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(email)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    email = try archive.decode(1)
  }
}

/// A mail address is to have an at sign.
struct NoAddress: Error {}

let plan = MigrationPlan {
  Step(Member.self, from: 1, to: 2) { record in
    guard record["mail"]?.string?.contains("@") == true else { throw NoAddress() }
    record.rename("mail", to: "email")
  }
  Step("settings") { try $0["settings"].put("light", forKey: "theme") }
}

MigrateCommand.main(models: [Member.self], migrations: plan)
