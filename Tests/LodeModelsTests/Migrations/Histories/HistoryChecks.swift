import LodeModels
import LodeTestSupport
import Testing

/// Holds a store against the reference.
struct HistoryChecks {
  let reference: HistoryReference
  let comment: Comment

  private var fields: [HistoryField] { reference.history.fields(reference.number) }

  /// All rows, where they are, and what indexes find.
  func check(_ store: Store, _ random: inout SeededGenerator) throws {
    try checkRows(store, &random)
    for index in reference.history.programs[reference.number].indexes {
      try check(index, store, &random)
    }
    let report = try store.verify()
    #expect(report.problems == [], comment)
    #expect(report.uncheckedIndexes == [], comment)
  }

  func checkRows(_ store: Store, _ random: inout SeededGenerator) throws {
    let rows = try store.fetch(HistoryOuter.self)
    #expect(rows.count == reference.rows.count, comment)
    for row in rows {
      let whole = try row.whole()
      guard let expected = reference[whole["id"]?.int ?? -1] else {
        Issue.record("there is a row too many: \(whole), \(comment)")
        continue
      }
      #expect(whole == expected, comment)
    }
    try checkConditions(rows, store, &random)
    let names = HistoryShape.current.key
    let keys = Set(reference.rows.values.map { HistoryKey($0, names) })
    #expect(Set(try store.read { try $0.keys(of: HistoryOuter.self) }) == keys, comment)
    if let (id, row) = reference.rows.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
    {
      let found = try store.get(HistoryOuter.self, HistoryKey(row, names))
      #expect(found?.plain["id"] == .int(Int64(id)), comment)
    }
  }

  /// Conditions find the rows whose values meet them as reads return these, in nested objects too.
  private func checkConditions(
    _ rows: [HistoryOuter], _ store: Store, _ random: inout SeededGenerator
  ) throws {
    var paths: [ArchivePath] = []
    for field in fields {
      switch field.type {
      case .object(let role), .optionalObject(let role):
        paths += HistoryShape.current.fields(role).map { ArchivePath([field.name, $0.name]) }
      case .array, .dictionary: break
      default: paths.append(ArchivePath([field.name]))
      }
    }
    for path in paths {
      let values = rows.compactMap { $0.plain.value(at: path) }.filter { $0 != .null }
      var conditions = [Condition.isNil(.path(path))]
      if let value = values.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random),
        value.dictionary == nil, value.array == nil
      {
        conditions.append(.comparison(.path(path), .equal, .value(value)))
        conditions.append(.comparison(.path(path), .less, .value(value)))
      }
      for condition in conditions {
        let expected = try rows.filter { row in
          try condition.evaluate { row.plain.value(at: $0) } == true
        }
        let query = Query(HistoryOuter.self).filter(condition)
        #expect(ids(try store.fetch(query)) == ids(expected), "\(condition), \(comment)")
        #expect(try store.count(query) == expected.count, "\(condition), \(comment)")
      }
    }
  }

  private func check(
    _ index: HistoryIndex, _ store: Store, _ random: inout SeededGenerator
  ) throws {
    let used = index.fields.compactMap { id in fields.first { $0.id == id } }
    guard used.count == index.fields.count else { return }
    let found = try store.indexes(of: HistoryShape.current.collection)
    #expect(found.contains { $0.definition.name == index.name && $0.state == .ready }, comment)
    switch index.kind {
    case .search: try checkWords(used, store, &random)
    case .counting: try checkCounts(used[0].name, store)
    default: try checkValues(used[0].name, store, &random)
    }
  }

  private func checkValues(
    _ name: String, _ store: Store, _ random: inout SeededGenerator
  ) throws {
    let values = reference.rows.values.compactMap { $0[name] }.filter { $0 != .null }
    guard let value = values.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random)
    else { return }
    for comparison in [Comparison.equal, .greaterOrEqual] {
      let condition = Condition.comparison(.path(ArchivePath([name])), comparison, .value(value))
      let found = try store.fetch(Query(HistoryOuter.self).filter(condition))
      let expected = reference.rows.filter { _, row in
        guard let other = row[name], other != .null else { return false }
        return comparison == .equal ? other == value : !isLess(other, value)
      }
      #expect(ids(found) == expected.keys.sorted(), "\(condition), \(comment)")
    }
  }

  private func checkCounts(_ name: String, _ store: Store) throws {
    let groups = try store.read {
      try $0.groups(
        by: [ArchivePath([name])], [.count], Query(HistoryOuter.self))
    }
    var counts: [ArchiveValue: Int] = [:]
    for row in reference.rows.values {
      var value = row[name] ?? .null
      // Numbers that are worth the same are one value.
      if case .double(let number) = value, let whole = Int64(exactly: number) {
        value = .int(whole)
      }
      counts[value, default: 0] += 1
    }
    let found = groups.map { ($0.values[0].untyped, $0.results[0]?.int ?? 0) }
    #expect(Dictionary(found) { $0 + $1 } == counts, "\(name), \(comment)")
  }

  private func checkWords(
    _ fields: [HistoryField], _ store: Store, _ random: inout SeededGenerator
  ) throws {
    let indexes = reference.history.programs[reference.number].indexes
    // Of several search indexes nobody says which is asked.
    guard indexes.filter({ $0.kind == .search }).count == 1 else { return }
    let word = "w\(Int.random(in: 0..<9, using: &random))"
    let expected = reference.rows.filter { _, row in
      fields.contains { (row[$0.name]?.string ?? "").split(separator: " ").contains { $0 == word } }
    }
    let found = try store.fetch(HistoryOuter.matching(word))
    #expect(ids(found) == expected.keys.sorted(), "\(word), \(comment)")
  }

  private func isLess(_ a: ArchiveValue, _ b: ArchiveValue) -> Bool {
    switch (a, b) {
    case (.int(let a), .int(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.string(let a), .string(let b)):
      a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }

  private func ids(_ rows: [HistoryOuter]) -> [Int] {
    rows.compactMap { $0.plain["id"]?.int }.sorted()
  }
}
