internal import LodeCoding
internal import LodeLMDB

/// Keeps one index up to date with the rows of its collection, inside one write.
///
/// For each change of a row it is told what the row was and what it becomes, may then refuse, and
/// at last writes what differs.
protocol IndexMaintainer: AnyObject {
  /// What the catalog says of the index.
  var info: IndexInfo { get }

  /// Whether entries were made that are not in the order of their values.
  var isLossy: Bool { get }

  /// Whether rows with the same parts were met while entries were written for a unique index.
  var foundDuplicates: Bool { get }

  /// Takes what the row has in the index.
  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws

  /// Forgets what was noted.
  func forget()

  /// Refuses the change, before anything is written.
  func check() throws(StoreError)

  /// Writes the entries that differ.
  func apply() throws(StoreError)

  /// Writes the entries of many rows that were recorded as new.
  func writeGathered() throws(StoreError)

  /// How many rows are gathered before they are written.
  var mostGathered: Int { get }

  /// How many rows are gathered at least, though others wait for their turn.
  var leastGathered: Int { get }

  /// Closes the cursor.
  func close()
}

extension IndexMaintainer {
  var mostGathered: Int { 20_000 }
  var leastGathered: Int { 250 }
}

/// Which of the two states of a row.
enum IndexedSide {
  case old
  case new
}

/// A row as indexes see it: its key, the fields of its archive, and what else conditions may ask of
/// it.
struct IndexedRow: ~Copyable, ~Escapable {
  /// The key of the row.
  let key: Span<UInt8>
  /// How many bytes of the key are the row's partition.
  let partitionCount: Int
  private let archive: Span<UInt8>
  private let schemas: SchemaCatalog
  private let reader: FieldReader
  private let properties: RowProperties?

  /// - Parameter properties: not `nil` if the reader has row properties among its fields.
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

  /// The value of a field of the reader's list; `nil` for nil and for no such field.
  func value(_ field: Int) throws -> ArchiveValue? {
    if let property = reader.rowProperty(field) { return properties?.value(property) }
    return try reader.value(field, archive, schemas)
  }

  /// Appends the value of a field as an entry has it; says whether that is its own place in the
  /// order, and whether it is nil.
  func append(_ field: Int, to buffer: inout KeyBuffer) throws -> (isExact: Bool, isNil: Bool) {
    if let property = reader.rowProperty(field) {
      let value = properties?.value(property) ?? .null
      return (buffer.appendIndexed(value), value.family == .null)
    }
    return try reader.append(field, archive, schemas, to: &buffer)
  }

  /// Lends the value of a field.
  func withScalar(
    _ field: Int, _ body: (borrowing ArchiveScalar) throws -> Void
  ) throws {
    try reader.withScalar(field, archive, schemas, body)
  }

  /// Whether the row meets a condition.
  func meets(_ condition: Condition) throws -> Bool {
    try condition.evaluate { path in
      guard let field = reader.field(path) else { return nil }
      return try value(field)
    } == true
  }
}

/// Reads the fields that the indexes of one collection ask for, one row after the other.
final class FieldReader {
  private let numbers: [ArchivePath: Int]
  private var reader: ArchivePathReader
  /// What computes the fields that are no fields, by their numbers; empty when there are none.
  private let functions: [IndexFunction?]
  /// All paths, when some of them are properties of the row; otherwise none.
  private let paths: [ArchivePath]
  private let collection: CollectionInfo
  private let handle: TransactionHandle

  /// Reads what some indexes are made of, whose functions are known.
  init(_ indexes: [IndexInfo], of collection: CollectionInfo, _ handle: TransactionHandle) {
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

  /// Whether some of the fields are properties of the row.
  var hasRowProperties: Bool { !paths.isEmpty }

  /// The path of a field that is a property of the row.
  @inline(__always)
  func rowProperty(_ field: Int) -> ArchivePath? {
    if paths.isEmpty { return nil }
    return paths[field].isRowProperty ? paths[field] : nil
  }

  /// The number of a path; `nil` when it is not among those that are read.
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
    var blobs: (any BlobSource)?
    if schemas.mayNameBlobs(archive), let table = schemas.blobs {
      blobs = StoredBlobs(handle, table, of: collection, schemas)
    }
    return functions[field]?.value(archive, schemas, blobs)
  }
}

extension IndexDefinition {
  /// The fields that its entries are made of.
  var paths: Set<ArchivePath> {
    Set(parts.map(\.path) + carried + search.map(\.path)).union(condition?.paths ?? [])
  }
}
