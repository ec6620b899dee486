import LodeModels

/// A model as three versions of a program have it; its plan takes it from the first to the third.
enum Town {
  /// Where a town is, in its first version.
  struct Place: Archivable {
    var county: String
    var post: Int

    static let archiveSchema = ArchiveSchema(
      "Place", fields: [.init("county", String.self), .init("post", Int.self)])
    init(county: String, post: Int) { (self.county, self.post) = (county, post) }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(county)
      try archive.encode(post)
    }
    init(from archive: inout ArchiveReader) throws {
      self.init(county: try archive.decode(0), post: try archive.decode(1))
    }
  }

  struct V1: Archivable, Model {
    var id: Int
    var title: String
    var people: Int32
    var place: Place
    var text: String

    static let collectionName = "towns"
    static let keyFields = ["id"]
    static let indexes = [IndexDefinition("title")]
    var primaryKey: Int { id }
    static let archiveSchema = ArchiveSchema(
      "Town",
      fields: [
        .init("id", Int.self), .init("title", String.self), .init("people", Int32.self),
        .init("place", Place.self), .init("text", String.self),
      ])

    /// A row, all of whose values follow from its number.
    init(_ id: Int) {
      self.id = id
      title = "Town \(id * 7_919 % 10_007)"
      people = Int32(id % 1_000)
      place = Place(county: "County \(id % 17)", post: 1_000 + id % 9_000)
      text = (0..<12).map { "w\((id * 31 + $0 * $0) % 400)" }.joined(separator: " ")
    }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(title)
      try archive.encode(people)
      try archive.encode(place)
      try archive.encode(text)
    }
    init(from archive: inout ArchiveReader) throws { self.init(try archive.decode(0)) }
  }

  struct V3: Archivable, Model {
    var id: Int
    var name: String
    var people: String
    var county: String
    var text: String

    static let collectionName = "towns"
    static let keyFields = ["id"]
    static let indexes = [
      IndexDefinition("name"), IndexDefinition("county", "id"),
      IndexDefinition("county", name: "counts").counting(),
      IndexDefinition(search: ["text"], name: "words"),
    ]
    var primaryKey: Int { id }
    static let archiveSchema = ArchiveSchema(
      "Town", version: 3,
      fields: [
        .init("id", Int.self), .init("name", String.self), .init("people", String.self),
        .init("county", String.self), .init("text", String.self),
      ])
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(name)
      try archive.encode(people)
      try archive.encode(county)
      try archive.encode(text)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      name = try archive.decode(1)
      people = try archive.decode(2)
      county = try archive.decode(3)
      text = try archive.decode(4)
    }
  }

  /// Renames, another type, a table of the store's own, and a field of a nested object that goes
  /// up.
  static let plan = MigrationPlan {
    Step(V3.self, from: 1, to: 2) { record in
      record.rename("title", to: "name")
      try record.transform("people") { (people: Int) in "\(people) people" }
    }
    Step("places on their own") { transaction in
      let keys = try transaction["towns"].keys()
      for key in keys {
        guard let town = try transaction["towns"].archive(key)?.root, let place = town["place"]
        else {
          continue
        }
        let archive = try Archive(place).forStore(evolution: .open)
        try transaction["places"].putArchive(archive, forKey: key)
      }
    }
    Step(V3.self, from: 2, to: 3) { record in
      record["county"] = record.object("place")?["county"]
      record.remove("place")
    }
  }
}
