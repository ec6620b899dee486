internal import LodeCoding
internal import LodeStore

/// The reader of a dump, which loads the dump into an empty store.
struct DumpReader {
  /// The numbers of loaded collections, rows, and indexes, and the loaded migration records.
  struct Summary {
    var collections = 0
    var rows = 0
    var indexes = 0
    /// The records of migrations in the dump.
    var records = MigrationRecords()
    var recordCount: Int { records.steps.count + records.types.count }
  }

  private var lines: LineReader
  /// The last line that the reader parsed.
  private var line: DumpLine
  private var summary = Summary()

  /// Reads the header, which is the first line, and the line after the header.
  ///
  /// - Throws: `Failure` if the input cannot be read, is not a dump, has another version of the
  ///   format, or has no valid line after the header.
  init(_ input: Input) throws {
    lines = try input.lines()
    line = try DumpLine(nil, lines)
    try advance()
    guard try line.string("lode") == "dump" else {
      throw line.failure("a dump must begin with {\"lode\":\"dump\",\"version\":1}")
    }
    guard try line.integer("version") == DumpWriter.version else {
      throw lines.failure(
        "a later version of Lode wrote the dump",
        remedy: "Nothing was changed. Load the dump with that version.")
    }
    try advance()
  }

  /// Reads the next line; throws `Failure` if the dump has no further valid line.
  private mutating func advance() throws {
    guard let next = try lines.next() else {
      throw lines.failure(
        "the dump is not complete: its last line is missing",
        remedy: "Nothing was loaded. Make the dump again.")
    }
    line = try DumpLine(next, lines)
  }

  /// Loads all collections, rows, indexes, and migration records.
  ///
  /// - Throws: One of these errors:
  ///   - `Failure` if the dump cannot be read, is invalid, or is incomplete.
  ///   - `Failure` if the store ran a store step that the dump lacks.
  ///   - `StoreError` if a write fails.
  mutating func load(
    into transaction: inout WriteTransaction, _ progress: inout Progress
  ) throws -> Summary {
    while line.isRecord {
      try DumpRecords.add(line, to: &summary.records)
      try advance()
    }
    try protectCollections(in: transaction.scope)
    while !line.has("end") { try loadCollection(&transaction, &progress) }
    guard try line.integer("collections") == summary.collections,
      try line.integer("rows") == summary.rows,
      try (line.has("indexes") ? line.integer("indexes") : 0) == summary.indexes,
      try (line.has("records") ? line.integer("records") : 0) == summary.recordCount
    else {
      throw lines.failure(
        "the dump is not complete: \(summary.collections) collections, \(summary.rows) rows, "
          + "\(summary.indexes) indexes and \(summary.recordCount) records of migrations were read",
        remedy: "Nothing was loaded. Make the dump again.")
    }
    if let rest = try lines.next(), !rest.isEmpty {
      throw line.failure("the dump has lines after its end")
    }
    try record(in: transaction.scope)
    return summary
  }

  /// Records which collections belong to models.
  ///
  /// Without `--force`, `load` then refuses rows that the model of a collection cannot read. The
  /// recorded versions are 0 until `record(in:)` replaces the records.
  private func protectCollections(in scope: WriteScope) throws {
    var records = try scope.migrationRecords()
    for (name, type) in summary.records.types where records.types[name] == nil {
      records.types[name] = .init(
        version: 0, collection: type.collection, formerNames: type.formerNames)
    }
    try scope.record(records)
  }

  /// Records the migrations of the dump.
  ///
  /// `load` calls this function after loading the rows, because a row of an earlier version changes
  /// the record of its type.
  ///
  /// - Throws: `Failure` if a store step ran in the store, but not in the dump.
  private func record(in scope: WriteScope) throws {
    let old = try scope.migrationRecords()
    let ran = old.steps.filter { $0.value.isOfStore && summary.records.steps[$0.key] == nil }
    if let name = ran.keys.min() {
      throw Failure(
        "the step \(quotedJSON(name)) ran in the store, but not in the dump",
        remedy: "Nothing was changed. Load into a new store.")
    }
    var records = old
    records.steps.merge(summary.records.steps) { $1 }
    records.types.merge(summary.records.types) { $1 }
    try scope.record(records)
  }

  /// Loads a collection: its line, the lines of its indexes, and the lines of its rows.
  private mutating func loadCollection(
    _ transaction: inout WriteTransaction, _ progress: inout Progress
  ) throws {
    let name = try line.string("collection")
    let format = try keyFormat()
    if try line.bool("declared") { try transaction.declare(name) }
    if let compression = try line.compression() {
      try transaction.setCompression(compression, forCollection: name)
    }
    let next = try line.nextInSequence()
    let model = try line.has("model") ? line.string("model") : nil
    let scope = transaction.scope
    try advance()
    let hasIndexes = line.isIndex
    while line.isIndex { try loadIndex(of: name, into: scope) }
    if let model { scope.recordModel(model, of: name) }
    let rows = transaction[name]
    // In a collection with rows, the first row sets the format of the keys.
    if let format, !line.isRow { try scope.setKeyFormat(format, of: name) }
    while line.isRow {
      guard let format else {
        throw line.failure("the collection has a row, so its \"keys\" must not be null")
      }
      try load(into: rows, format)
      progress.step(lines.byteCount, rows: summary.rows)
      try advance()
    }
    if hasIndexes {
      try scope.buildIndexes(of: name) { _ in progress.step(0, rows: summary.rows) }
    }
    if let next {
      guard format == .tuple else {
        throw line.failure("a collection with \"next\" must have tuple keys")
      }
      try scope.access(to: name).setSequence(next: next)
    }
    summary.collections += 1
  }

  /// Adds the index that the line defines, without entries.
  ///
  /// `loadCollection` builds the entries after loading the rows.
  private mutating func loadIndex(of collection: String, into scope: WriteScope) throws {
    let definition = try DumpIndex.definition(line)
    let isDeclared = try line.has("declared") && line.bool("declared")
    do {
      guard try scope.addIndex(definition, to: collection, isDeclared: isDeclared) else {
        throw line.failure("the collection has two indexes \(quotedJSON(definition.name))")
      }
    } catch let error as StoreError where error.code == .invalidIndex {
      throw line.failure("\(error.code.problem) (\(error.context))")
    }
    summary.indexes += 1
    try advance()
  }

  private func keyFormat() throws -> KeyFormat? {
    if try line.isNull("keys") { return nil }
    let name = try line.string("keys")
    guard let format = [KeyFormat.tuple, .raw].first(where: { $0.description == name }) else {
      throw line.failure("\"keys\" must be tuple, raw or null")
    }
    return format
  }

  /// Loads the row that the line contains.
  private mutating func load(
    into rows: borrowing CollectionWriter, _ format: KeyFormat
  ) throws {
    let key = RowKey(bytes: try line.key(format), format: format)
    let value = try line.value()
    do {
      try Self.add(value, key, line.extras(value.type), to: rows)
    } catch let error as StoreError
      where [.duplicateKey, .keyTooLong, .protectedCollection].contains(error.code)
    {
      throw line.failure("\(error.code.problem) (\(error.context))")
    }
    summary.rows += 1
  }

  /// Appends a row without timestamps and metadata if its key is the highest key, and inserts every
  /// other row.
  private static func add(
    _ value: DumpLine.Value, _ key: RowKey, _ extras: RowExtras,
    to rows: borrowing CollectionWriter
  ) throws {
    if extras == RowExtras() {
      do {
        return try append(value, key, to: rows)
      } catch let error as StoreError where error.code == .keysOutOfOrder {
        // The rows of an edited dump can be in any order. The code below inserts this row.
      }
    }
    switch value {
    case .bytes(let bytes, let type):
      try rows.insertBytes(bytes.span, type: type, forKey: key, extras)
    case .archive(let archive): try rows.insertArchive(archive, forKey: key, extras)
    }
  }

  private static func append(
    _ value: DumpLine.Value, _ key: RowKey, to rows: borrowing CollectionWriter
  ) throws {
    switch value {
    case .bytes(let bytes, let type): try rows.appendBytes(bytes.span, type: type, forKey: key)
    case .archive(let archive): try rows.appendArchive(archive, forKey: key)
    }
  }
}
