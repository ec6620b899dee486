internal import LodeCoding
internal import LodeLMDB

/// The maintenance of one index inside one write.
///
/// For each change of a row, the caller records the old and the new row with `note`. Then `check`
/// can refuse the change, and `apply` writes the difference. An index build records many rows, and
/// then calls `writeGathered`.
protocol IndexMaintainer: AnyObject {
  /// The catalog's description of the index.
  var info: IndexRuntime { get }

  /// Whether some entries of this write do not contain the exact values.
  var isLossy: Bool { get }

  /// Whether an index build found rows with equal values in a unique index.
  var foundDuplicates: Bool { get }

  /// Records the entries of the old or the new state of a row.
  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws

  /// Discards the recorded entries.
  func forget()

  /// Refuses a change that violates a unique index.
  ///
  /// - Throws: ``StoreError`` with `uniqueViolation` if another row has the values of a unique
  ///   index.
  func check() throws(StoreError)

  /// Writes the difference between the old and the new entries of a row.
  func apply() throws(StoreError)

  /// Writes the entries of all rows that an index build has recorded as new.
  func writeGathered() throws(StoreError)

  /// The maximum number of rows in a batch of an index build.
  var mostGathered: Int { get }

  /// The minimum number of rows in a batch while other writes wait.
  var leastGathered: Int { get }

  /// Closes the cursors.
  func close()
}

extension IndexMaintainer {
  var mostGathered: Int { 100_000 }
  var leastGathered: Int { 250 }
}

/// The two states of a changed row.
enum IndexedSide {
  case old
  case new
}

/// The data of a row that indexes read: the key, the archive's fields, and the row properties.
///
/// A row property is a value of the row outside the archive, such as `$created` or `$revision`.
struct IndexedRow: ~Copyable, ~Escapable {
  /// The key of the row.
  let key: Span<UInt8>
  /// The size of the `Partition` in the key, in bytes; 0 without a partition.
  let partitionCount: Int
  private let archive: Span<UInt8>
  private let schemas: SchemaCatalog
  private let reader: FieldReader
  private let properties: RowProperties?

  /// Creates a row.
  ///
  /// A reader with row properties requires `properties`.
  @_lifetime(copy key, copy archive)
  init(
    key: Span<UInt8>, archive: Span<UInt8>, schemas: SchemaCatalog, reader: FieldReader,
    properties: RowProperties?
  ) {
    self.properties = properties
    self.key = key
    self.archive = archive
    self.schemas = schemas
    self.reader = reader
    partitionCount = Partition.byteCount(in: key)
  }

  /// Returns the value of a field, by its number in the reader; `nil` if the field has no value.
  func value(_ field: Int) throws -> ArchiveValue? {
    if let property = reader.rowProperty(field) { return properties?.value(property) }
    return try reader.value(field, archive, schemas)
  }

  /// Appends the encoded value of a field.
  ///
  /// - Returns: Whether the encoded value is exact, and whether the value is nil.
  func append(_ field: Int, to buffer: inout KeyBuffer) throws -> (isExact: Bool, isNil: Bool) {
    if let property = reader.rowProperty(field) {
      let value = properties?.value(property) ?? .null
      return (buffer.appendIndexed(value), value.family == .null)
    }
    return try reader.append(field, archive, schemas, to: &buffer)
  }

  /// Passes the value of a field to a closure.
  ///
  /// The field must not be a computed value or a row property.
  func withScalar(
    _ field: Int, _ body: (borrowing ArchiveScalar) throws -> Void
  ) throws {
    try reader.withScalar(field, archive, schemas, body)
  }

  /// Returns whether the row meets a condition.
  func meets(_ condition: Condition) throws -> Bool {
    try condition.evaluate { path in
      guard let field = reader.field(path) else { return nil }
      return try value(field)
    } == true
  }
}

/// A reader of the fields that the indexes of one collection use.
final class FieldReader {
  private let numbers: [ArchivePath: Int]
  private var reader: ArchivePathReader
  /// The functions of computed fields, by field number; empty if no field is computed.
  private let functions: [IndexFunction?]
  /// All paths, if a path is a row property; otherwise empty.
  private let paths: [ArchivePath]
  private let collection: CollectionRuntime
  private let handle: TransactionHandle

  /// Creates a reader for indexes whose functions are registered.
  init(_ indexes: [IndexRuntime], of collection: CollectionRuntime, _ handle: TransactionHandle) {
    let paths = Array(indexes.reduce(into: Set()) { $0.formUnion($1.definition.paths) })
    numbers = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
    reader = ArchivePathReader(paths)
    self.paths = paths.contains(where: \.isRowProperty) ? paths : []
    var known: [ArchivePath: IndexFunction] = [:]
    for index in indexes { known.merge(index.functions(in: collection.name) ?? [:]) { $1 } }
    functions = known.isEmpty ? [] : paths.map { known[$0] }
    self.collection = collection
    self.handle = handle
  }

  /// Whether some fields are row properties.
  var hasRowProperties: Bool { !paths.isEmpty }

  /// Returns the path of a field that is a row property; otherwise `nil`.
  @inline(__always)
  func rowProperty(_ field: Int) -> ArchivePath? {
    if paths.isEmpty { return nil }
    return paths[field].isRowProperty ? paths[field] : nil
  }

  /// Calls `body`, which can read the fixed part of an archive, and returns `true`.
  ///
  /// The fixed part contains the fields with a fixed width, at the beginning of the archive.
  ///
  /// Returns `false` if the fixed part lacks a field of the reader.
  func withFixedPart<E>(
    _ fixed: Span<UInt8>, _ schemas: SchemaCatalog, _ body: () throws(E) -> Void
  ) throws(E) -> Bool {
    guard reader.beginFixedPart(fixed, schema: { schemas.schema($0) }) else { return false }
    defer { reader.endFixedPart() }
    try body()
    return true
  }

  /// Returns the number of a path, or `nil` if the reader does not read the path.
  func field(_ path: ArchivePath) -> Int? { numbers[path] }

  func append(
    _ field: Int, _ archive: Span<UInt8>, _ schemas: SchemaCatalog, to buffer: inout KeyBuffer
  ) throws -> (isExact: Bool, isNil: Bool) {
    if isComputed(field) {
      let value = computed(field, archive, schemas) ?? .null
      return (buffer.appendIndexed(value), value.family == .null)
    }
    return try reader.withScalar(of: field, in: archive, schema: { schemas.schema($0) }) { scalar in
      let isExact = try buffer.appendIndexed(scalar)
      return (isExact, scalar.isNull)
    }
  }

  func value(
    _ field: Int, _ archive: Span<UInt8>, _ schemas: SchemaCatalog
  ) throws -> ArchiveValue? {
    if isComputed(field) { return computed(field, archive, schemas) }
    return try reader.value(of: field, in: archive) { schemas.schema($0) }
  }

  func withScalar(
    _ field: Int, _ archive: Span<UInt8>, _ schemas: SchemaCatalog,
    _ body: (borrowing ArchiveScalar) throws -> Void
  ) throws {
    try reader.withScalar(of: field, in: archive, schema: { schemas.schema($0) }, body)
  }

  @inline(__always)
  private func isComputed(_ field: Int) -> Bool { !functions.isEmpty && functions[field] != nil }

  private func computed(
    _ field: Int, _ archive: Span<UInt8>, _ schemas: SchemaCatalog
  ) -> ArchiveValue? {
    functions[field]?.value(
      archive, schema: { schemas.schema($0) }, collection.blobs(of: archive, schemas, in: handle))
  }
}

extension IndexDefinition {
  /// The paths of the components, the carried fields, the searched fields, and the condition.
  var paths: Set<ArchivePath> {
    Set(parts.map(\.path) + carried + search.map(\.path)).union(condition?.paths ?? [])
  }
}
