package import LodeCoding

/// A predicate: a compiled condition.
///
/// Evaluation reads only the values at the condition's paths, without decoding the archive. The
/// results equal the results of ``Condition/evaluate(_:)``.
package struct RowCondition: ~Copyable {
  private let node: ConditionNode
  private var reader: RowPathReader

  /// Compiles a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition, with stored names.
  ///   - others: Additional paths whose values ``value(_:of:key:in:)`` returns.
  ///   - collection: The name of the collection, for the error.
  /// - Throws: ``StoreError`` caused by a ``ConditionError`` with `invalidExpression` if a regular
  ///   expression is malformed or too large.
  package init(
    _ condition: Condition, others: [ArchivePath] = [], of collection: String? = nil
  ) throws(StoreError) {
    var paths = ConditionPaths(others)
    node = try causing(.invalidCondition, collection: collection) { () throws(ConditionError) in
      try ConditionNode(condition, &paths)
    }
    reader = RowPathReader(paths)
  }

  /// Whether the condition is the constant `TRUE`.
  package var isAlwaysTrue: Bool { if case .constant(true) = node { true } else { false } }

  /// Returns whether the condition is true for a row of a collection.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - key: The row's key.
  ///   - access: The access to the row's collection.
  /// - Throws: One of these errors:
  ///   - `ArchiveError` if the archive is damaged.
  ///   - `KeyError` if the condition has row properties, and the key is damaged.
  ///   - ``StoreError`` with `typeMismatch` if the row is not an archive, or with `unknownFunction`
  ///     if a computed value has no registered function.
  package mutating func isMet(
    by row: borrowing RowValue, key: Span<UInt8>, in access: CollectionAccess
  ) throws -> Bool {
    if isAlwaysTrue { return true }
    try access.checkArchive(row.type)
    if reader.hasRowProperties { try reader.takeProperties(of: row, key, access) }
    if reader.lacksFunctions { try reader.takeFunctions(of: access) }
    return try node.evaluate(&reader, row.bytes, access.schemas) == true
  }

  /// Returns whether the condition reads only the fixed part of archives with the schemas of a
  /// row's archive.
  ///
  /// - Parameters:
  ///   - row: The row, with the fixed part of the archive as its bytes.
  ///   - access: The access to the row's collection.
  package mutating func readsOnlyFixedPart(
    _ row: borrowing RowValue, in access: CollectionAccess
  ) -> Bool {
    let schemas = access.schemas
    defer { reader.archives.endFixedPart() }
    return reader.archives.beginFixedPart(row.bytes) { schemas.schema($0) }
  }

  /// Returns whether the fixed part of a row's archive shows that the condition is not true.
  ///
  /// If the condition reads a value outside the fixed part, or if the evaluation fails, the result
  /// is `false`. The caller then evaluates the condition on the whole row.
  ///
  /// - Parameters:
  ///   - row: The row, with the fixed part of the archive as its bytes.
  ///   - key: The row's key.
  ///   - access: The access to the row's collection.
  package mutating func isRefuted(
    byFixedPart row: borrowing RowValue, key: Span<UInt8>, in access: CollectionAccess
  ) -> Bool {
    let schemas = access.schemas
    guard reader.archives.beginFixedPart(row.bytes, schema: { schemas.schema($0) }) else {
      return false
    }
    defer { reader.archives.endFixedPart() }
    return (try? isMet(by: row, key: key, in: access)) == false
  }

  /// Returns a row's value at the path `others[place]`, where `others` is the argument of the
  /// initializer.
  ///
  /// Returns `nil` if the row has no value at the path.
  ///
  /// - Throws: The errors of ``isMet(by:key:in:)``, and ``StoreError`` with `damaged` if a blob of
  ///   the value is missing.
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

/// A reader of the values at a condition's paths.
struct RowPathReader: ~Copyable {
  var archives: ArchivePathReader
  let places: [ArchivePath: Int]
  /// All paths, if a path is a row property or a computed value; otherwise empty.
  let paths: [ArchivePath]
  /// The functions of the computed paths, after `takeFunctions(of:)`.
  private var functions: [ArchivePath: IndexFunction] = [:]
  private var access: CollectionAccess?
  private(set) var lacksFunctions: Bool
  /// Whether some paths are row properties.
  let hasRowProperties: Bool
  private var properties: RowProperties?

  init(_ paths: ConditionPaths) {
    archives = ArchivePathReader(paths.all)
    places = paths.places
    // The constants avoid a crash of optimized code: `||` would capture `self` before its
    // initialization.
    let isComputed = paths.all.contains(where: \.isComputed)
    let hasProperties = paths.all.contains(where: \.isRowProperty)
    lacksFunctions = isComputed
    hasRowProperties = hasProperties
    self.paths = isComputed || hasProperties ? paths.all : []
  }

  /// Resolves the functions of computed values.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if the program has not registered a function.
  mutating func takeFunctions(of access: CollectionAccess) throws(StoreError) {
    for path in paths where path.isComputed {
      functions[path] = try IndexFunction.function(of: path, in: access)
    }
    self.access = access
    lacksFunctions = false
  }

  /// Returns whether the path at an index is a computed value.
  func isComputed(_ place: Int) -> Bool { !paths.isEmpty && paths[place].isComputed }

  /// Reads the row properties of a row.
  mutating func takeProperties(
    of row: borrowing RowValue, _ key: Span<UInt8>, _ access: CollectionAccess
  ) throws {
    properties = try RowProperties(
      key: key, access.keyFormat, row.stamp, revision: row.revision)
  }

  /// Returns whether the path at an index is a row property.
  func isRowProperty(_ place: Int) -> Bool { !paths.isEmpty && paths[place].isRowProperty }

  /// Returns a row property of the row that `takeProperties` has read last.
  func property(_ path: ArchivePath) -> ArchiveValue? { properties?.value(path) }

  /// Returns the computed value at a path, or `nil` if the row has no value.
  func computedValue(
    at path: ArchivePath, _ bytes: Span<UInt8>, _ schemas: SchemaCatalog
  ) -> ArchiveValue? {
    functions[path]?.value(bytes, schema: { schemas.schema($0) }, access?.blobs(of: bytes))
  }

  /// Returns the value at a path.
  mutating func value(
    at path: ArchivePath, _ bytes: Span<UInt8>, _ schemas: SchemaCatalog
  ) throws -> ArchiveValue? {
    if path.isRowProperty { return property(path) }
    if path.isComputed { return computedValue(at: path, bytes, schemas) }
    guard let place = places[path] else { return nil }
    return try archives.value(of: place, in: bytes) { schemas.schema($0) }
  }
}
