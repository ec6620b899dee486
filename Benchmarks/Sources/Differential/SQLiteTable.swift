internal import BenchHarness
internal import CPeerSQLite
internal import LodeCoding

/// A table of SQLite in memory, with a key and a column without a type for each column of random
/// conditions.
@safe final class SQLiteTable {
  private let database: OpaquePointer
  // SQLite copies what it is given.
  private let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init() throws {
    var database: OpaquePointer?
    let status = unsafe sqlite3_open(":memory:", &database)
    guard status == SQLITE_OK, let database = unsafe database else {
      throw BenchFailure("sqlite: cannot open a table in memory")
    }
    unsafe self.database = unsafe database
    let columns = RandomConditions.Column.allCases.map(Self.name).joined(separator: ", ")
    try run("CREATE TABLE t(key INTEGER PRIMARY KEY, \(columns))", [])
  }

  deinit { unsafe sqlite3_close(database) }

  static func name(_ column: RandomConditions.Column) -> String { "c\(column.rawValue)" }

  /// Puts a row, or deletes it.
  func set(_ key: Int, _ values: [ArchiveValue]?) throws {
    guard let values else { return try run("DELETE FROM t WHERE key = ?", [.int(Int64(key))]) }
    let marks = values.map { _ in ", ?" }.joined()
    try run("INSERT OR REPLACE INTO t VALUES(?\(marks))", [.int(Int64(key))] + values)
  }

  /// The keys that a condition chooses.
  func keys(_ tail: String, _ parameters: [ArchiveValue]) throws -> [Int] {
    var keys: [Int] = []
    try run("SELECT key FROM t WHERE \(tail)", parameters) { keys.append($0) }
    return keys
  }

  private func run(
    _ sql: String, _ parameters: [ArchiveValue], _ body: (Int) -> Void = { _ in }
  ) throws {
    var statement: OpaquePointer?
    let status = unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    guard status == SQLITE_OK, let statement = unsafe statement else {
      let message = unsafe String(cString: sqlite3_errmsg(database))
      throw BenchFailure("sqlite: \(message) in \(sql)")
    }
    defer { unsafe sqlite3_finalize(statement) }
    for (index, value) in parameters.enumerated() {
      unsafe bind(value, Int32(index + 1), statement)
    }
    while unsafe sqlite3_step(statement) == SQLITE_ROW {
      body(Int(unsafe sqlite3_column_int64(statement, 0)))
    }
  }

  private func bind(_ value: ArchiveValue, _ index: Int32, _ statement: OpaquePointer) {
    switch value {
    case .int(let number): unsafe sqlite3_bind_int64(statement, index, number)
    case .double(let number): unsafe sqlite3_bind_double(statement, index, number)
    case .string(let text): unsafe sqlite3_bind_text(statement, index, text, -1, copying)
    default: unsafe sqlite3_bind_null(statement, index)
    }
  }
}
