internal import BenchHarness
internal import CPeerSQLite

/// Texts of two columns that FTS5 searches, in memory.
@safe final class SQLiteTexts {
  private let database: OpaquePointer
  // SQLite copies what it is given.
  private let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// - Parameter tokenizer: what FTS5 calls it.
  init(tokenizer: String) throws {
    var database: OpaquePointer?
    let status = unsafe sqlite3_open(":memory:", &database)
    guard status == SQLITE_OK, let database = unsafe database else {
      throw BenchFailure("sqlite: cannot open a table in memory")
    }
    unsafe self.database = unsafe database
    try run("CREATE VIRTUAL TABLE t USING fts5(title, body, tokenize='\(tokenizer)')", [])
  }

  deinit { unsafe sqlite3_close(database) }

  /// Puts a document, or deletes it.
  func set(_ key: Int, _ texts: (title: String, body: String)?) throws {
    try run("DELETE FROM t WHERE rowid = \(key)", [])
    guard let texts else { return }
    try run("INSERT INTO t(rowid, title, body) VALUES(\(key), ?, ?)", [texts.title, texts.body])
  }

  /// The documents that a query finds, with their scores.
  func matches(_ query: String) throws -> [Int: Double] {
    var matches: [Int: Double] = [:]
    try run("SELECT rowid, -bm25(t) FROM t WHERE t MATCH ?", [query]) { matches[$0] = $1 }
    return matches
  }

  private func run(
    _ sql: String, _ parameters: [String], _ body: (Int, Double) -> Void = { _, _ in }
  ) throws {
    var statement: OpaquePointer?
    let status = unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    guard status == SQLITE_OK, let statement = unsafe statement else { throw failure(sql) }
    defer { unsafe sqlite3_finalize(statement) }
    for (index, text) in parameters.enumerated() {
      unsafe sqlite3_bind_text(statement, Int32(index + 1), text, -1, copying)
    }
    var step = unsafe sqlite3_step(statement)
    while step == SQLITE_ROW {
      body(
        Int(unsafe sqlite3_column_int64(statement, 0)), unsafe sqlite3_column_double(statement, 1))
      step = unsafe sqlite3_step(statement)
    }
    if step != SQLITE_DONE { throw failure("\(sql) of \(parameters)") }
  }

  private func failure(_ sql: String) -> BenchFailure {
    BenchFailure("sqlite: \(unsafe String(cString: sqlite3_errmsg(database))) in \(sql)")
  }
}
