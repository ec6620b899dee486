import LodeModels
import LodeTestSupport
import Synchronization
import Testing

@Suite("Queries ask for computed values as for fields")
struct ComputedIndexModelTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
  }

  private func filled(_ count: Int = 30) throws -> Store {
    let store = try Store(path, models: [Member.self])
    try store.insert(
      contentsOf: (0..<count).map { Member(id: $0, email: "m\($0)@d\($0 % 10).org") })
    return store
  }

  private func ids(_ text: String, in store: Store) throws -> [Int] {
    try store.fetch(Query<Member>(parsing: text)).map(\.id)
  }

  @Test func `by the index where it helps, and by the function where rows are looked at`() throws {
    let store = try filled()
    #expect(try ids("computed(domain) = 'd3.org'", in: store) == [3, 13, 23])
    let found = try store.read {
      try $0.documents("member").explain(Selection(parsing: "computed(domain) = 'd3.org'"))
    }.description
    #expect(found == "index computed(domain) (equal computed(domain)), 3 rows read, 3 chosen")
    #expect(try ids("computed(domain) LIKE '%3.org' AND id > 3", in: store) == [13, 23])
    #expect(try ids("NOT computed(domain) != 'd3.org'", in: store) == [3, 13, 23])
    #expect(try ids("computed(domain) = 'd3.org' OR id = 1", in: store) == [1, 3, 13, 23])
    #expect(try ids("ORDER BY computed(domain) DESC, id LIMIT 2", in: store) == [9, 19])
    #expect(try ids("ORDER BY computed(domain) LIMIT 2", in: store) == [0, 10])
    let groups = try store.read {
      try $0.documents("member").groups(by: [ArchivePath(computed: "domain")], [.count])
    }
    #expect(groups.count == 10 && groups[0].values == ["d0.org"])
    try store.write { transaction in
      try transaction.put(Member(id: 99, email: "x@d3.org"))
      let query = try Query<Member>(parsing: "computed(domain) = 'd3.org'")
      #expect(try transaction.count(query) == 4)
      #expect(try transaction.delete(query) == 4)
    }
    #expect(try ids("computed(domain) = 'd3.org'", in: store) == [])
    #expect(try store.verify().isSound)
  }

  @Test
  func `where the function is not known, a query for the value is an error and no guess`() throws {
    try filled().close()
    let store = try Store(path)
    let members = store.documents("member")
    for text in ["computed(domain) = 'x'", "ORDER BY computed(domain)", "computed(other) IS NULL"] {
      expect(.unknownFunction) { _ = try members.fetch(Selection(parsing: text)) }
    }
    #expect(try members.count(Selection(parsing: "id < 5")) == 5)
    // The first save takes the declaration, and with it the function.
    try store.insert(Member(id: 30, email: "m@d3.org"))
    #expect(try ids("computed(domain) = 'd3.org'", in: store) == [3, 13, 23, 30])
  }

  @Test
  func
    `after a program that does not know it, opening makes the index anew; so does a new version`()
    throws
  {
    try filled().close()
    do {
      let store = try Store(path)
      try store["member"].delete(13)
      #expect(try store.indexes(of: "member").map(\.state) == [.disabled])
    }
    let rows = Mutex<[Int]>([])
    do {
      let store = try Store(path, models: [Member.self]) { progress in
        rows.withLock { $0.append(progress.rows) }
      }
      #expect(try store.indexes(of: "member").map(\.state) == [.ready])
      #expect(try ids("computed(domain) = 'd3.org'", in: store) == [3, 23])
    }
    let store = try Store(path, models: [NewMember.self]) { progress in
      rows.withLock { $0.append(progress.rows) }
    }
    #expect(rows.withLock { $0 } == [29, 29])
    let query = try Query<NewMember>(parsing: "computed(domain) = 'D3.ORG'")
    #expect(try store.fetch(query).map(\.row.id) == [3, 23])
    #expect(try store.verify().isSound && store.verify().uncheckedIndexes.isEmpty)
    store.close()
    _ = try Store(path, models: [NewMember.self]) { _ in Issue.record("nothing is to be built") }
  }

  @Test func `read only, the function is known too`() throws {
    try filled().close()
    var options = StoreOptions()
    options.readOnly = true
    let store = try Store(path, models: [Member.self], options: options)
    #expect(try ids("computed(domain) = 'd3.org'", in: store) == [3, 13, 23])
    #expect(try store.verify().uncheckedIndexes.isEmpty)
  }

  @Test func `many rows are built in parts, beside others' work`() throws {
    do {
      let store = try Store(path)
      try store.write { transaction in
        for id in 0..<25_000 {
          let row = Member(id: id, email: "m@d\(id % 50).org")
          try transaction["member"].append(row, forKey: id)
        }
      }
    }
    let store = try Store(path, models: [Member.self])
    try store.put(Member(id: 24_999, email: "m@last.org"))
    try store.buildIndexes()
    #expect(try ids("computed(domain) = 'last.org'", in: store) == [24_999])
    #expect(try ids("computed(domain) = 'd1.org'", in: store).count == 500)
    #expect(try store.verify().isSound)
  }
}

private struct Member: Archivable, Model {
  var id: Int
  var email: String

  static let collectionName = "member"
  static let keyFields = ["id"]
  static let indexes: [IndexDefinition] = [
    .computed("domain", version: 1) { (member: Member) in member.domain }
  ]
  var primaryKey: Int { id }
  var domain: String? { email.split(separator: "@").last.map(String.init) }

  static let archiveSchema = ArchiveSchema(
    "Member", fields: [.init("id", Int.self), .init("email", String.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(email)
  }

  init(id: Int, email: String) {
    self.id = id
    self.email = email
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    email = try archive.decode(1)
  }
}

/// The same rows with a later version of the function.
private struct NewMember: Archivable, Model {
  var row: Member

  static let collectionName = "member"
  static let keyFields = ["id"]
  static let indexes: [IndexDefinition] = [
    .computed("domain", version: 2) { (member: NewMember) in member.row.domain?.uppercased() }
  ]
  var primaryKey: Int { row.id }

  static var archiveSchema: ArchiveSchema { Member.archiveSchema }
  func encode(to archive: inout ArchiveWriter) throws { try row.encode(to: &archive) }
  init(from archive: inout ArchiveReader) throws { row = try Member(from: &archive) }
}
