package import LodeCoding

/// A condition made ready for many rows, which are asked where they lie: of each only the values at
/// the condition's paths are read.
///
/// It gives the same results as ``Condition/evaluate(_:)``.
package struct RowCondition: ~Copyable {
  private let node: ConditionNode
  private var reader: RowPathReader

  /// Makes a condition ready.
  ///
  /// - Parameter others: paths whose values are asked for besides, by ``value(_:of:in:)``.
  /// - Throws: ``ConditionError`` when a regular expression is none.
  package init(_ condition: Condition, others: [ArchivePath] = []) throws(ConditionError) {
    var paths = ConditionPaths(others)
    node = try ConditionNode(condition, &paths)
    reader = RowPathReader(paths)
  }

  /// Whether every row meets it.
  package var isAlwaysTrue: Bool { if case .constant(true) = node { true } else { false } }

  /// Whether the condition is true for a row of a collection, which lies under a key.
  ///
  /// - Throws: ``StoreError`` with `typeMismatch` when the row is no archive; `ArchiveError` when
  ///   its bytes are damaged.
  package mutating func isMet(
    by row: borrowing RowValue, key: Span<UInt8>, in access: CollectionAccess
  ) throws -> Bool {
    if isAlwaysTrue { return true }
    try access.checkArchive(row.type)
    if reader.hasRowProperties { try reader.takeProperties(of: row, key, access) }
    if reader.lacksFunctions { try reader.takeFunctions(of: access) }
    return try node.evaluate(&reader, row.bytes, access.schemas) == true
  }

  /// The value at one of the other paths, by its place among them.
  package mutating func value(
    _ place: Int, of row: borrowing RowValue, key: Span<UInt8>, in access: CollectionAccess
  ) throws -> ArchiveValue? {
    try access.checkArchive(row.type)
    if reader.isRowProperty(place) {
      try reader.takeProperties(of: row, key, access)
      return reader.property(reader.paths[place])
    }
    let schemas = access.schemas
    if reader.isComputed(place) {
      if reader.lacksFunctions { try reader.takeFunctions(of: access) }
      return reader.computedValue(at: reader.paths[place], row.bytes, schemas)
    }
    let value = try reader.archives.value(of: place, in: row.bytes) { schemas.schema($0) }
    return try value.map { try access.readingBlobs(in: $0, of: row.bytes) }
  }
}

/// The paths that are read of each row.
struct ConditionPaths {
  private(set) var all: [ArchivePath]
  private(set) var places: [ArchivePath: Int] = [:]

  init(_ first: [ArchivePath]) {
    all = first
    for (place, path) in first.enumerated() { places[path] = places[path] ?? place }
  }

  /// The place of a path among all.
  mutating func place(of path: ArchivePath) -> Int {
    if let place = places[path] { return place }
    all.append(path)
    places[path] = all.count - 1
    return all.count - 1
  }
}

/// Reads the paths of a condition.
struct RowPathReader: ~Copyable {
  var archives: ArchivePathReader
  let places: [ArchivePath: Int]
  /// All paths, when some of them are not in archives; otherwise none.
  let paths: [ArchivePath]
  /// What computes these, once a row has been seen.
  private var functions: [ArchivePath: IndexFunction] = [:]
  private var access: CollectionAccess?
  private(set) var lacksFunctions: Bool
  /// Whether some paths are properties of the row.
  let hasRowProperties: Bool
  private var properties: RowProperties?

  init(_ paths: ConditionPaths) {
    archives = ArchivePathReader(paths.all)
    places = paths.places
    // In constants: `||` would take `self` before it is whole, which optimized code does not
    // survive.
    let isComputed = paths.all.contains(where: \.isComputed)
    let hasProperties = paths.all.contains(where: \.isRowProperty)
    lacksFunctions = isComputed
    hasRowProperties = hasProperties
    self.paths = isComputed || hasProperties ? paths.all : []
  }

  /// Finds the functions of computed values.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction`.
  mutating func takeFunctions(of access: CollectionAccess) throws(StoreError) {
    for path in paths where path.isComputed { functions[path] = try access.function(of: path) }
    self.access = access
    lacksFunctions = false
  }

  /// Whether the path of a place is that of a computed value.
  func isComputed(_ place: Int) -> Bool { !paths.isEmpty && paths[place].isComputed }

  /// Takes what a row has beside its archive.
  mutating func takeProperties(
    of row: borrowing RowValue, _ key: Span<UInt8>, _ access: CollectionAccess
  ) throws {
    properties = try RowProperties(row, key: key, access.keyFormat)
  }

  /// Whether the path of a place is that of a property of the row.
  func isRowProperty(_ place: Int) -> Bool { !paths.isEmpty && paths[place].isRowProperty }

  /// A property of the row that was taken last.
  func property(_ path: ArchivePath) -> ArchiveValue? { properties?.value(path) }

  /// A computed value.
  func computedValue(
    at path: ArchivePath, _ bytes: Span<UInt8>, _ schemas: SchemaCatalog
  ) -> ArchiveValue? {
    functions[path]?.value(bytes, schemas, access?.blobs(of: bytes))
  }

  /// The value at a path.
  mutating func value(
    at path: ArchivePath, _ bytes: Span<UInt8>, _ schemas: SchemaCatalog
  ) throws -> ArchiveValue? {
    if path.isRowProperty { return property(path) }
    if path.isComputed { return computedValue(at: path, bytes, schemas) }
    guard let place = places[path] else { return nil }
    return try archives.value(of: place, in: bytes) { schemas.schema($0) }
  }
}
