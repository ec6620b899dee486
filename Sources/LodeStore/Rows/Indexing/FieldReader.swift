internal import LodeCoding
internal import LodeLMDB

/// A reader of the fields that the indexes of one collection use.
final class FieldReader {
  private let numbers: [ArchivePath: Int]
  private var reader: ArchivePathReader
  /// The functions of computed fields, by field number; empty if no field is computed.
  private let functions: [IndexFunction?]
  /// All paths, if a path is a row property; otherwise empty.
  private let paths: [ArchivePath]
  private let collection: CollectionRuntime
  private let handle: TransactionHandle?

  /// Creates a reader for indexes whose functions are registered.
  ///
  /// A reader with computed fields requires `handle`.
  init(_ indexes: [IndexRuntime], of collection: CollectionRuntime, _ handle: TransactionHandle?) {
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

  /// Whether some fields are computed.
  var hasComputedFields: Bool { !functions.isEmpty }

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
      archive, schema: { schemas.schema($0) },
      handle.flatMap { collection.blobs(of: archive, schemas, in: $0) })
  }
}

extension IndexDefinition {
  /// The paths of the components, the carried fields, the searched fields, and the condition.
  var paths: Set<ArchivePath> {
    Set(parts.map(\.path) + carried + search.map(\.path)).union(condition?.paths ?? [])
  }
}
