import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Live queries in sections", .timeLimit(.minutes(15)))
struct LiveSectionsTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
  }

  private func byAge(
    _ query: Query<Person> = Query<Person>().order(by: .ascending("age"))
  ) -> LiveSequence<LiveSections<Person, Int?>>.AsyncIterator {
    store.live(query, sectionedBy: { $0.age }).makeAsyncIterator()
  }

  @Test func `sections have values and the ranges of their rows`() async throws {
    for (id, age) in [30, 20, 30, 20, 40].enumerated() {
      try await store.insert(Person(id, "", age: age))
    }
    var sections = byAge()
    let update = try #require(try await sections.next())
    #expect(update.change == .initial)
    #expect(update.sections.map(\.value) == [20, 30, 40])
    #expect(update.sections.map(\.rows) == [0..<2, 2..<4, 4..<5])
    #expect(update.rows.map(\.id) == [1, 3, 0, 2, 4])
    #expect(update.deletedSections.isEmpty && update.insertedSections.isEmpty)
    #expect(try update.revision == store.revision)
  }

  @Test func `rows of an order without sections come together`() async throws {
    for (id, age) in [30, 20, 30, 20].enumerated() {
      try await store.insert(Person(id, "", age: age))
    }
    var sections = byAge(Query<Person>().order(by: .ascending("id")))
    let first = try #require(try await sections.next())
    #expect(first.sections.map(\.value) == [30, 20] && first.rows.map(\.id) == [0, 2, 1, 3])
    try await store.delete(Person.self, 0)
    // The section of the first row is the first section now.
    let update = try #require(try await sections.next())
    #expect(update.sections.map(\.value) == [20, 30] && update.rows.map(\.id) == [1, 3, 2])
  }

  @Test func `a section comes with its first row and goes with its last row`() async throws {
    var sections = byAge()
    #expect(try await sections.next()?.sections.isEmpty == true)
    try await store.insert(Person(1, "", age: 20))
    try await store.insert(Person(2, "", age: 30))
    var update = try #require(try await sections.next())
    #expect(update.insertedSections == [0, 1] && update.deletedSections.isEmpty)
    #expect(update.changes?.log == "+0 +1")
    try await store.insert(Person(3, "", age: 20))
    update = try #require(try await sections.next())
    #expect(update.insertedSections.isEmpty && update.changes?.log == "+1")
    try await store.delete(Person.self, 2)
    update = try #require(try await sections.next())
    #expect(update.deletedSections == [1] && update.changes?.log == "-2")
  }

  /// The row keeps its place in the list of all rows, so a list without sections need not move it.
  @Test func `a row that goes to another section moves`() async throws {
    try await store.insert(Person(1, "", age: 20))
    try await store.insert(Person(2, "", age: 30))
    try await store.insert(Person(3, "", age: 30))
    var sections = byAge()
    var lists: [[Person]] = []
    try await sections.next()?.apply(to: &lists)
    try await store.update(Person.self, 2) { $0.age = 20 }
    let update = try #require(try await sections.next())
    #expect(update.changes?.log == "1>1!")
    #expect(update.insertedSections.isEmpty && update.deletedSections.isEmpty)
    update.apply(to: &lists)
    #expect(lists.map { $0.map(\.id) } == [[1, 2], [3]])
  }

  @Test func `another order of the result is not told if all sections have their order`()
    async throws
  {
    for (id, age) in [20, 30, 20].enumerated() {
      try await store.insert(Person(id, "", age: age, progress: id))
    }
    var sections = byAge(Query<Person>().order(by: .ascending("progress")))
    _ = try await sections.next()
    // The rows 1 and 2 change places, but both sections stay as they are.
    try await store.update(Person.self, 1) { $0.progress = 3 }
    let update = try #require(try await sections.next())
    #expect(update.changes?.log == "2!")
  }

  @Test func `elements of lists are made for new and changed rows only`() async throws {
    for id in 0..<4 { try await store.insert(Person(id, "\(id)", age: 20 + id % 2)) }
    var sections = byAge()
    var names: [[String]] = []
    var made: [Int] = []
    func take() async throws {
      try await sections.next()?.apply(to: &names) { person in
        made.append(person.id)
        return person.name
      }
    }
    try await take()
    #expect(names == [["0", "2"], ["1", "3"]] && made == [0, 2, 1, 3])
    made = []
    try await store.update(Person.self, 3) { $0.name = "three" }
    try await store.delete(Person.self, 0)
    try await store.insert(Person(9, "9", age: 5))
    try await take()
    #expect(names == [["9"], ["2"], ["1", "three"]] && Set(made) == [3, 9])
    let before = names
    try await store.insert(Person(10, "10", age: 5))
    let update = try #require(try await sections.next())
    #expect(throws: Stop.self) {
      try update.apply(to: &names) { _ throws(Stop) -> String in throw Stop() }
    }
    #expect(names == before)
  }

  /// `LODE_SEED=7` repeats a run.
  @Test(.tags(.slow, .random), arguments: [0, 20])
  func `random commits: the changes give the rows of a fresh query`(_ mostSkipped: Int)
    async throws
  {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var compared = 0
    while compared < rounds(3_000) {
      var commits = try RandomCommits(random: random)
      for _ in 0..<30 { try await commits.commit() }
      var subscribers: [SectionSubscriber] = []
      for number in 0..<4 {
        subscribers.append(SectionSubscriber(commits.store, commits.makeQuery(), number))
      }
      for _ in 0..<40 {
        for index in subscribers.indices {
          compared += try await subscribers[index].compare("seed \(random.seed)") ? 1 : 0
        }
        for _ in 0...Int.random(in: 0...mostSkipped, using: &commits.random) {
          try await commits.commit()
        }
      }
      random = commits.random
      commits.store.close()
    }
    print("\(compared) updates")
  }
}

extension LiveSections {
  /// The changes of an update that is neither the first nor a reset.
  fileprivate var changes: RowChanges? {
    if case .changes(let changes) = change { changes } else { nil }
  }
}

/// A live query in sections, and the lists that its consumer has.
private struct SectionSubscriber {
  private let store: Store
  private let query: Query<Item>
  private let value: @Sendable (Item) -> String
  private var iterator: LiveSequence<LiveSections<Item, String>>.AsyncIterator
  private var lists: [[Item]]?

  init(_ store: Store, _ query: Query<Item>, _ number: Int) {
    self.store = store
    self.query = query
    value = { item in
      switch number {
      case 0: "\(item.rank)"
      case 1: item.group
      case 2: "\(item.group)\(item.rank)"
      default: "\(item.id % 3)"
      }
    }
    iterator = store.live(query, sectionedBy: value).makeAsyncIterator()
  }

  /// The rows of a list in sections, by the words of the documentation.
  private func sectioned(_ rows: [Item]) -> [[Item]] {
    var values: [String] = []
    for row in rows where !values.contains(value(row)) { values.append(value(row)) }
    return values.map { value in rows.filter { self.value($0) == value } }
  }

  /// Takes the next update if the result differs, and returns whether it differs.
  mutating func compare(_ seed: String) async throws -> Bool {
    let expected = sectioned(try await store.fetch(query))
    if expected == lists { return false }
    let update = try #require(try await iterator.next())
    let comment: Comment = "\(seed): \(query), \(lists ?? []) to \(expected)"
    #expect(try update.revision == store.revision, comment)
    #expect(update.sections.map { Array(update.rows[$0.rows]) } == expected, comment)
    #expect(update.sections.map(\.value) == expected.map { value($0[0]) }, comment)
    var new = lists ?? []
    update.apply(to: &new)
    #expect(new == expected, comment)
    if let lists {
      let changes = try #require(update.changes)
      let (old, rows) = (Array(lists.joined()), Array(expected.joined()))
      changes.check(from: old, to: rows, comment)
      #expect(!changes.isEmpty, comment)
      #expect(stepByStep(lists, update, changes, comment) == expected, comment)
    } else {
      #expect(update.change == .initial)
    }
    lists = expected
    return true
  }

  /// The rule of application, in the words of its documentation.
  private func stepByStep(
    _ lists: [[Item]], _ update: LiveSections<Item, String>, _ changes: RowChanges,
    _ comment: Comment
  ) -> [[Item]] {
    var lists = lists
    let old = Array(lists.joined())
    var places: [(section: Int, row: Int)] = []
    for (section, list) in lists.enumerated() {
      places += list.indices.map { (section, $0) }
    }
    for index in (changes.deletions + changes.moves.map(\.old)).sorted().reversed() {
      lists[places[index].section].remove(at: places[index].row)
    }
    for section in update.deletedSections.reversed() {
      #expect(lists.remove(at: section).isEmpty, comment)
    }
    for section in update.insertedSections { lists.insert([], at: section) }
    #expect(lists.count == update.sections.count, comment)
    let moved = Dictionary(uniqueKeysWithValues: changes.moves.map { ($0.new, old[$0.old]) })
    func place(of index: Int) -> (section: Int, row: Int) {
      let section = update.sections.firstIndex { $0.rows.contains(index) } ?? 0
      return (section, index - update.sections[section].rows.lowerBound)
    }
    for index in (changes.insertions + changes.moves.map(\.new)).sorted() {
      let place = place(of: index)
      lists[place.section].insert(moved[index] ?? update.rows[index], at: place.row)
    }
    let modified =
      changes.modifications.map(\.new) + changes.moves.filter(\.isModified).map(\.new)
    for index in modified {
      let place = place(of: index)
      lists[place.section][place.row] = update.rows[index]
    }
    return lists
  }
}
