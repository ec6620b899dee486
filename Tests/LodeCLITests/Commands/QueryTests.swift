import LodeModels
import LodeStore
import LodeTestSupport
import Testing

@Suite("The tool asks for rows by conditions, and changes and deletes them")
struct QueryToolTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let store = try Store(place.store)
    defer { store.close() }
    let pets = store.documents("pets")
    try pets.put(["name": "Rex", "age": 3, "home": ["city": "Oslo"]], forKey: 1)
    try pets.put(["name": "Tom", "age": 7, "home": ["city": "Bergen"]], forKey: 2)
    try pets.put(["name": "Kim", "home": ["city": "Oslo"]], forKey: 3)
    try store.partition("ada").documents("pets").put(["name": "Mine", "age": 1], forKey: 1)
    try store.insert(Cat(id: 1, name: "Tiger", lives: 9))
  }

  private func query(_ arguments: String...) throws -> [String] {
    let run = try lode(["query", place.store, "pets"] + arguments)
    #expect(run.status == 0, "\(run)")
    return run.lines
  }

  @Test
  func `rows are listed with their keys, in the order and the window that is wanted`() throws {
    #expect(
      try query("age > 2") == [
        #"1  {"age":3,"home":{"city":"Oslo"},"name":"Rex"}"#,
        #"2  {"age":7,"home":{"city":"Bergen"},"name":"Tom"}"#,
      ])
    #expect(
      try query("age > '2'", "--order", "-age", "--limit", "1", "--json") == [
        #"{"key":2,"value":{"age":7,"home":{"city":"Bergen"},"name":"Tom"}}"#
      ])
    #expect(try query("age > 2 ORDER BY age DESC LIMIT 1 OFFSET 1").count == 1)
    #expect(try query("--where", "age > 2", "--count") == ["2"])
    #expect(try lode("query", place.store, "pets", "age > 2", "--where", "age > 3").status == 64)
    #expect(try query("--offset", "1").count == 3)
    #expect(try query("--limit", "0") == [] && query("LIMIT 0") == [])
    #expect(try lode("query", place.store, "pets", "--limit=-1").status == 64)
    #expect(try query("age = 1") == [#"[{"partition":"ada"},1]  {"age":1,"name":"Mine"}"#])
    #expect(try query("--partition", "ada", "--count") == ["1"])
  }

  @Test func `values at paths, counts and groups are told instead of rows`() throws {
    #expect(try query("--count") == ["4"])
    #expect(try query("age IS NULL", "--count", "--json") == [#"{"count":1}"#])
    #expect(
      try query("age IS NOT NULL", "--select", "name,home.city", "--order", "age") == [
        #"{"name":"Mine"}"#, #"{"name":"Rex","home.city":"Oslo"}"#,
        #"{"name":"Tom","home.city":"Bergen"}"#,
      ])
    #expect(
      try query("home.city IS NOT NULL", "--select", "home.city", "--distinct").count == 2)
    #expect(
      try query("name != 'Mine'", "--group", "home.city", "--sum", "age", "--max", "name") == [
        "home.city  count  sum(age)  max(name)", "Bergen         1         7        Tom",
        "Oslo           2         3        Rex",
      ])
    #expect(
      try query(
        "--group", "home.city", "--sum", "age", "--order", "-sum(age),home.city", "--limit", "2")
        == [
          "home.city  count  sum(age)", "Bergen         1         7", "Oslo           2         3",
        ])
    #expect(
      try lode(["query", place.store, "pets", "--group", "home.city", "--order", "age"]).errors
        .contains("Order by one of home.city, count"))
    #expect(
      try query("age > 100", "--sum", "age", "--avg", "age", "--json") == [
        #"{"count":0,"sum(age)":0,"avg(age)":null}"#
      ])
  }

  @Test func `parameters are texts that cannot become a part of the condition`() throws {
    #expect(try query("name = :n", "--param", "n=Rex", "--count") == ["1"])
    #expect(try query("age > :n", "--param", "n=3", "--count") == ["1"])
    #expect(try query("name = :n", "--param", "n=' OR TRUE OR name = '", "--count") == ["0"])
    #expect(try query("name = :n", "--param", "n=a=b", "--count") == ["0"])
  }

  @Test
  func
    `rows are deleted and updated by conditions, documents and typed ones, and keep having times`()
    throws
  {
    let deleted = try lode("delete", place.store, "pets", "--where", "home.city = 'Oslo'")
    #expect(deleted.output == "deleted 2 rows\n")
    let updated = try lode(
      "update", place.store, "pets", "--where", "TRUE", "--set", #"{"age":7,"new":[1]}"#, "--json",
      "--add-fields")
    #expect(updated.output == #"{"matched":2,"changed":2}"# + "\n")
    #expect(
      try lode("export", place.store, "pets").lines == [
        #"{"age":7,"home":{"city":"Bergen"},"name":"Tom","new":[1]}"#,
        #"{"age":7,"name":"Mine","new":[1]}"#,
      ])
    let cats = try lode(
      "update", place.store, "cat", "--where", "lives = 9", "--set", #"{"lives":8}"#)
    #expect(cats.output == "changed 1 of 1 row\n")
    let store = try Store(place.store)
    defer { store.close() }
    #expect(try store.get(Cat.self, 1)?.lives == 8)
    #expect(try store.documents("pets").get(2)?.times.created != nil)
  }

  @Test func `pages go on behind the token of the one before, in all partitions too`() throws {
    let first = try query("--order", "name", "--limit", "3", "--page")
    #expect(first.count == 4)
    let token = try #require(first.last?.split(separator: " ").last)
    let rest = try query("--order", "name", "--limit", "3", "--after", String(token))
    #expect(rest == [#"2  {"age":7,"home":{"city":"Bergen"},"name":"Tom"}"#])
    let other = try lode(
      "query", place.store, "pets", "age = 3", "--limit", "3", "--after", String(token))
    #expect(other.status == 1 && other.errors.contains("belongs to another query"), "\(other)")
    #expect(try lode("query", place.store, "pets", "--page").status == 64)
  }

  @Test
  func `what no index helps is refused if that is wanted, and groups of an index are explained`()
    throws
  {
    let arguments = [
      "query", place.store, "pets", "age > 2", "--partition", "ada", "--strict", "--count",
    ]
    let refused = try lode(arguments)
    #expect(refused.status == 1 && refused.errors.contains("an index of age would help"))
    #expect(try lode("index", place.store, "pets", "add", "age").status == 0)
    #expect(try query("age > 2", "--partition", "ada", "--strict", "--count") == ["0"])
    #expect(
      try query("--partition", "ada", "--max", "age", "--explain")[0].contains("1 group"))
  }

  @Test func `what cannot be is said in a line, and changes nothing`() throws {
    for (condition, place) in [("age >", 5), ("age = NULL", 6), ("name = :x", 7)] {
      let run = try lode("query", self.place.store, "pets", condition)
      #expect(run.status == 1 && run.errors.contains("at character \(place)"), "\(run)")
    }
    for set in [#"{"lives":"many"}"#, #"{"tail":1}"#, "5"] {
      let run = try lode("update", place.store, "cat", "--where", "TRUE", "--set", set)
      #expect(run.status == 1 && run.errors.split(separator: "\n").count == 1, "\(run)")
    }
    for arguments in [
      ["delete", place.store, "pets"], ["delete", place.store, "pets", "1", "--where", "TRUE"],
      ["query", place.store, "pets", "--distinct"], ["query", place.store, "pets", "--param", "x"],
      ["query", place.store, "pets", "--count", "--sum", "age"],
    ] {
      #expect(try lode(arguments).status == 64)
    }
    #expect(try query("--count") == ["4"])
    #expect(try lode("query", place.store, "cat", "lives = 9", "--count").output == "1\n")
  }
}

struct Cat: Archivable, Model {
  var id: Int
  var name: String
  var lives: Int

  init(id: Int, name: String, lives: Int) { (self.id, self.name, self.lives) = (id, name, lives) }

  static let collectionName = "cat"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Cat", fields: [.init("id", Int.self), .init("name", String.self), .init("lives", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(lives)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    lives = try archive.decode(2)
  }
}
