internal import BenchHarness
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// Random conditions in text, asked of Lode and of SQLite about the same rows.
///
/// Of Lode with and without indexes, outside and inside of writes, before and after random changes.
public final class ConditionDifferential {
  private typealias Column = RandomConditions.Column

  private let seed: UInt64
  private var random: RandomConditions
  private let table: SQLiteTable
  private let store: Store
  /// How many answers were compared.
  public private(set) var compared = 0
  /// How many of them had some rows, but not all.
  public private(set) var telling = 0

  /// Creates empty tables.
  public init(directory: String, seed: UInt64) throws {
    self.seed = seed
    random = RandomConditions(seed: seed)
    table = try SQLiteTable()
    store = try Store(directory + "/conditions.lode")
    for index in Self.indexes { try store.createIndex(index, on: "indexed") }
  }

  private static let indexes = [
    IndexDefinition(IndexPart(path(.integer))), IndexDefinition("-c1", "c2"),
    IndexDefinition(IndexPart(path(.text))), IndexDefinition(.folded(IndexPart(path(.text)))),
    IndexDefinition(IndexPart(path(.unicode)), IndexPart(path(.small))).includingNil(),
    IndexDefinition(IndexPart(path(.nested))).counting(),
  ]

  private static func path(_ column: Column) -> ArchivePath {
    column == .nested ? ArchivePath(["home", "city"]) : ArchivePath(["c\(column.rawValue)"])
  }

  /// Evaluates a number of conditions, and changes rows in between.
  ///
  /// - Throws: `BenchFailure` at the first difference, with the seed.
  public func run(conditions: Int) throws {
    for number in 0..<conditions {
      if number % 50 == 0 { try change() }
      try compare(random.condition(), random.window(), inWrite: number % 10 == 0)
    }
  }

  private func change() throws {
    try store.write { transaction in
      for _ in 0..<random.number(20..<100) {
        let key = random.number(0..<200)
        let values = random.number(0..<5) == 0 ? nil : Column.allCases.map { random.value($0) }
        try table.set(key, values)
        for name in ["plain", "indexed"] {
          let documents = transaction.documents(name)
          if let values {
            _ = try documents.put(Self.fields(values), forKey: key)
          } else {
            _ = try documents.delete(key)
          }
        }
      }
    }
  }

  /// A nil is left out in one of two ways.
  private static func fields(_ values: [ArchiveValue]) -> [String: ArchiveValue] {
    var fields: [String: ArchiveValue] = [:]
    for (column, value) in zip(Column.allCases, values) {
      if column == .nested {
        fields["home"] = value == .null ? .null : ["city": value]
      } else if value != .null || column == .integer {
        fields["c\(column.rawValue)"] = value
      }
    }
    return fields
  }

  private func compare(
    _ condition: WrittenCondition, _ window: WrittenWindow, inWrite: Bool
  ) throws {
    let sql = condition.text(SQLiteTable.name) + window.text(SQLiteTable.name, then: "key")
    let expected = try table.keys(sql, condition.parameters)
    let text =
      condition.text { "\(Self.path($0))" } + window.text { "\(Self.path($0))" }
    let isNamed = condition.text.contains(":p1")
    let named = condition.parameters.enumerated().map { ("p\($0 + 1)", $1) }
    let parameters =
      isNamed
      ? ConditionParameters(named: Dictionary(named) { $1 })
      : ConditionParameters(condition.parameters)
    let selection = try Selection(parsing: text, parameters: parameters)
    for name in ["plain", "indexed"] {
      let found = try keys(selection, name, inWrite: inWrite)
      if found.keys != expected || found.count != expected.count {
        throw BenchFailure(
          """
          seed \(seed): \(text) with \(condition.parameters) gave \(found.keys) of \(name), counted \(found.count); \
          SQLite gave \(expected)
          """)
      }
      compared += 1
    }
    if !expected.isEmpty && expected.count < 100 { telling += 1 }
  }

  private func keys(
    _ selection: Selection, _ name: String, inWrite: Bool
  ) throws -> (keys: [Int], count: Int) {
    if inWrite {
      return try store.write { transaction in
        let documents = transaction.documents(name)
        let found = try documents.fetch(selection)
        return try (found.map { try $0.key.decode(Int.self) }, documents.count(selection))
      }
    }
    let documents = store.documents(name)
    let found = try documents.fetch(selection)
    return try (found.map { try $0.key.decode(Int.self) }, documents.count(selection))
  }
}
