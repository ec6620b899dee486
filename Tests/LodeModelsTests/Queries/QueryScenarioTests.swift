import Foundation
import LodeModels
import Synchronization
import Testing

@Suite("What queries choose, by the acceptance scenarios")
struct QueryScenarioTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  private func names(
    _ text: String, _ parameters: ConditionParameters = [], in partition: String? = nil
  ) throws -> [String] {
    try store.partition(partition).fetch(Query<Person>(parsing: text, parameters: parameters))
      .map(\.name)
  }

  @Test
  func
    `S13: a number in quotes, a bare one and a parameter are the same where the field is a number`()
    throws
  {
    for (id, age) in [9, 50, 51, 100].enumerated() {
      try store.insert(Person(id, "\(age)", age: age))
    }
    #expect(try names("age > '50'") == ["51", "100"])
    #expect(try names("age > 50") == ["51", "100"])
    #expect(try names("age > ?", ["50"]) == ["51", "100"])
    #expect(try names("age > :a", ["a": 50]) == ["51", "100"])
    #expect(try names("name > '50'") == ["9", "51"])
    let documents = store.documents("ages")
    try documents.insert(contentsOf: [9, 50, 51, 100].map { ["age": .int($0)] })
    #expect(try documents.count(Selection(parsing: "age > '50'")) == 2)
  }

  @Test
  func `S14: LIKE finds beginnings, ends and parts of names, without the case of A to Z`() throws {
    for (id, name) in ["极客学伟", "学伟哥", "XueWei"].enumerated() {
      try store.insert(Person(id, name))
    }
    #expect(try names("name like '%学伟'") == ["极客学伟"])
    #expect(try names("name like '%学伟%'") == ["极客学伟", "学伟哥"])
    #expect(try names("name like '%xue%'") == ["XueWei"])
  }

  @Test func `S15: conditions of a partition choose its rows only`() throws {
    for user in ["u1", "u2"] {
      let people = store.partition(user)
      try people.insert(Person(1, "\(user) xue", age: 5))
      try people.insert(Person(2, "\(user) Xuewei", age: 50))
      try people.insert(Person(3, "\(user) other", age: 99))
      let documents = people.documents("people")
      try documents.insert(["sex": "male", "name": "XUE", "user": .string(user)])
      try documents.insert(["sex": "x", "name": "xue", "user": .string(user)])
    }
    #expect(try names("age < 20 OR age > 90", in: "u1") == ["u1 xue", "u1 other"])
    let selection = try Selection(parsing: "sex like '%m%' AND name like '%xue%'")
    let found = try store.partition("u1").documents("people").fetch(selection)
    #expect(found.map { $0["user"] } == ["u1"])
    #expect(try names("TRUE") == [])
    #expect(try store.partition("u2").count(Query<Person>()) == 3)
  }

  @Test func `S16: parameters of similar names, and one in quotes that is a text`() throws {
    let documents = store.documents("x")
    try documents.insert(contentsOf: [["x": 1], ["x": 2], ["x": 3], ["note": ":a"], ["note": "1"]])
    let selection = try Selection(
      parsing: "x = :a OR x = :ab OR note = ':a'", parameters: [":a": 1, ":ab": 2])
    let found = try documents.fetch(selection).map { $0["x"] ?? $0["note"] ?? .null }
    #expect(Set(found) == [1, 2, ":a"])
  }

  @Test
  func
    `S26: a field goes by its archived name, or that of the property, and one that is not archived is unknown`()
    throws
  {
    try store.insert(Renamed(id: 1, sex: "f", temp: "x"))
    try store.insert(Renamed(id: 2, sex: "m", temp: "x"))
    #expect(try store.fetch(Query<Renamed>(parsing: "gender = 'f'")).map(\.id) == [1])
    #expect(try store.count(Query<Renamed>(parsing: "sex IS NOT NULL")) == 2)
    #expect(throws: ConditionError.self) { try Query<Renamed>(parsing: "temp IS NOT NULL") }
    #expect(try store.get(Renamed.self, 1)?.temp == "")
  }

  @Test
  func `S27: IN finds each of its values, nothing is nil, and first and last go by keys`() throws {
    for id in 0..<10 { try store.insert(Person(id, "p", age: id % 5)) }
    #expect(try store.count(Query<Person>(parsing: "age IN (1, 2)")) == 4)
    #expect(try store.fetch(Query<Person>(parsing: "age = 7")) == [])
    #expect(try store.fetch(Query<Person>(parsing: "age IN ()")) == [])
    #expect(try store.fetch(Query<Person>(parsing: "age IN ?", parameters: [[]])) == [])
    #expect(try store.count(Query<Person>(parsing: "progress IS NULL")) == 10)
    #expect(try store.first(Query<Person>())?.id == 0)
    #expect(try store.first(Query<Person>().order(by: .descending("id")))?.id == 9)
    #expect(try store.exists(Query<Person>(parsing: "age = 4")))
    #expect(try !store.exists(Query<Person>(parsing: "age = 5")))
  }

  @Test
  func `S28: sums, averages and extremes, of all rows and of groups, without making an object`()
    throws
  {
    let employees = store.documents("employees")
    let salaries: [(String, String, Int64)] = [
      ("brass", "CEO", 100_000), ("sys", "manager", 50_000), ("sys", "sysadmin", 40_000),
      ("dev", "manager", 50_000), ("dev", "manager", 50_000), ("dev", "engineer", 75_000),
      ("dev", "engineer", 75_000),
    ]
    for (department, title, salary) in salaries {
      try employees.insert([
        "department": .string(department), "title": .string(title), "salary": .int(salary),
      ])
    }
    func sum(_ text: String) throws -> ArchiveValue? {
      try store.read {
        try $0.documents("employees").aggregate(.sum("salary"), Selection(parsing: text))
      }
    }
    #expect(try sum("title = 'manager'") == 150_000)
    #expect(try sum("department = 'dev'") == 250_000)
    #expect(try sum("title = 'nobody'") == 0)
    #expect(
      try store.read { try $0.documents("employees").aggregate(.minimum("salary")) } == 40_000)
    #expect(
      try store.read { try $0.documents("employees").aggregate(.maximum("salary")) } == 100_000)
    #expect(
      try store.read { try $0.documents("employees").aggregate(.average("salary")) }
        == .double(440_000.0 / 7))
    let nobody = try Selection(parsing: "title = 'nobody'")
    #expect(
      try store.read { try $0.documents("employees").aggregate(.minimum("salary"), nobody) } == nil)
    #expect(
      try store.read { try $0.documents("employees").aggregate(.average("salary"), nobody) } == nil)
    let groups = try store.read {
      try $0.documents("employees").groups(
        by: ["department"], [.count, .sum("salary"), .maximum("title")])
    }
    #expect(
      groups.map(\.values) == [["brass"], ["dev"], ["sys"]]
        && groups.map(\.results) == [
          [1, 100_000, "CEO"], [4, 250_000, "manager"], [2, 90_000, "sysadmin"],
        ])
  }

  @Test func `S28: no model is made to choose, count and sum rows`() throws {
    for id in 0..<4 { try store.insert(Counted(id: id)) }
    Counted.made.withLock { $0 = 0 }
    let query = try Query<Counted>(parsing: "id >= 1 ORDER BY id DESC")
    #expect(try store.count(query) == 3)
    #expect(try store.read { try $0.aggregate(.sum("id"), query) } == 6)
    #expect(try store.read { try $0.select(["id"], query) } == [["id": 3], ["id": 2], ["id": 1]])
    #expect(Counted.made.withLock { $0 } == 0)
    #expect(try store.fetch(query.limit(2)).map(\.id) == [3, 2])
    #expect(Counted.made.withLock { $0 } == 2)
  }

  @Test
  func `S37: a window behind the rows is empty, and one that is too large has them all`() throws {
    for id in 0..<10 { try store.insert(Person(id, "p\(id)", age: 10 - id)) }
    for orders in ["", "ORDER BY age ", "ORDER BY name DESC "] {
      #expect(try store.fetch(Query<Person>(parsing: orders + "LIMIT 10 OFFSET 20")) == [])
      #expect(try store.fetch(Query<Person>(parsing: orders + "LIMIT 20")).count == 10)
      #expect(try store.fetch(Query<Person>(parsing: orders + "LIMIT 0")) == [])
      #expect(try store.count(Query<Person>(parsing: orders + "LIMIT 4 OFFSET 8")) == 2)
      #expect(try store.count(Query<Person>(parsing: orders + "OFFSET 3")) == 7)
    }
    #expect(try names("ORDER BY age LIMIT 2 OFFSET 1") == ["p8", "p7"])
    #expect(try names("LIMIT 2 OFFSET 1") == ["p1", "p2"])
    #expect(
      try store.fetch(Query<Person>().limit(.max).offset(.max).order(by: .ascending("age"))) == [])
  }
}
