package import LodeCoding

/// Checks the names and values of conditions, orders, and changes against a collection.
package struct FieldNameCheck {
  private let access: CollectionAccess
  private let catalog: Catalog?
  private var info: CollectionRuntime? { access.info }
  private var name: String { access.name }

  /// Creates a check against the fields of a collection.
  package init(_ access: CollectionAccess) {
    self.access = access
    catalog = access.catalog
  }

  /// The names of the fields in the key of the recorded model.
  private var keyFields: [String] { catalog?.keyFields(of: name) ?? [] }

  /// Returns the path of the model's field for a key component: `city` for `$key.city`.
  ///
  /// Returns every other path unchanged.
  package func resolved(_ path: ArchivePath) -> ArchivePath {
    guard path.isRowProperty, path.isNamed,
      let field = keyFields.first(where: { $0 == path.names[1] })
    else { return path }
    return ArchivePath([field])
  }

  /// Checks that a condition, an order, or a change names existing fields.
  ///
  /// A path is valid in any of these cases:
  ///
  /// - A row has a field, or a key of a dictionary, at the path.
  /// - An index names the path.
  /// - A recorded version of a type in the first 1,000 rows has the first name of the path that no
  ///   row has. The check ignores the names after this name.
  /// - The collection has no rows.
  ///
  /// Rows that are not archives have no paths. A key component must be a key field of the recorded
  /// model.
  ///
  /// - Parameters:
  ///   - paths: The paths to check.
  ///   - selection: The selection that uses the paths, for the error message.
  ///   - isChange: Whether the caller changes rows. If so, the check does not use the cache.
  /// - Complexity: O(size of the rows that the check reads before the last path is found); O(1) for
  ///   cached paths.
  /// - Throws: One of these errors:
  ///   - ``StoreError`` caused by a ``ConditionError`` with `unknownField` if a path is not valid.
  ///   - ``StoreError`` with `damaged` if a row is damaged.
  ///   - ``StoreError`` with `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task
  ///     ends the check.
  ///   - ``StoreError`` caused by a `MigrationError` if a step of a pending migration fails for a
  ///     row.
  package func check(
    _ paths: [ArchivePath], in selection: Selection?, isChange: Bool
  ) throws {
    let paths = paths.map(resolved)
    for path in paths where path.isRowProperty && info != nil {
      let error = ConditionError.unknownField(
        path, position: 1, among: keyFields, of: "\"\(name)\"", in: selection)
      throw StoreError(.invalidCondition, collection: name, cause: error)
    }
    for path in try missing(paths, isChange: isChange).inOrder(of: selection) {
      try checkRecorded(path, in: selection, isChange: isChange)
    }
  }

  /// For a path that no row has, checks that a recorded version of a type in the first 1,000 rows
  /// has the first name of the path that no row has.
  ///
  /// The check ignores the names after this name.
  ///
  /// - Throws: ``StoreError`` caused by a ``ConditionError`` with `unknownField` if no version has
  ///   the name.
  private func checkRecorded(
    _ path: ArchivePath, in selection: Selection?, isChange: Bool
  ) throws {
    var position = path.names.count - 1
    for count in 1..<max(path.names.count, 1) {
      let prefix = ArchivePath(Array(path.names.prefix(count)))
      if try !missing([prefix], isChange: isChange).isEmpty {
        position = count - 1
        break
      }
    }
    let level = try level(at: Array(path.names.prefix(position)))
    let versions = access.schemas.schemas.filter { level.types.contains($0.name) }
    if versions.contains(where: { $0.index(of: path.names[position]) != nil }) { return }
    let error = ConditionError.unknownField(
      path, position: position,
      among: level.names.union(versions.flatMap { $0.fields.map(\.name) })
        .sorted(), of: "\"\(name)\"", in: selection)
    throw StoreError(.invalidCondition, collection: name, cause: error)
  }

  /// Returns whether a path holds a `Float`, or an optional, an array, or a set of `Float`, in
  /// every recorded version of the model.
  ///
  /// Versions without the field do not count.
  package func hasFloats(at path: ArchivePath) -> Bool {
    let types = recordedTypes(at: path)
    return !types.isEmpty && types.allSatisfy { $0.innermost == .float }
  }

  /// Checks that a selection compares fields of a model only with values that the fields can have.
  ///
  /// A field whose type differs between recorded versions may have any value.
  ///
  /// - Throws: ``StoreError`` caused by a ``ConditionError`` with `typeMismatch` if a field can
  ///   never have its compared value.
  package func checkValues(of selection: Selection) throws(StoreError) {
    try causing(.invalidCondition, collection: name) { () throws(ConditionError) in
      try selection.checkValues(of: "\"\(name)\"") { path in
        let types = recordedTypes(at: path)
        return types.count == 1 ? types.first : nil
      }
    }
  }

  /// Returns the types of a model's field in all recorded versions; empty without a model, and for
  /// a nested path.
  private func recordedTypes(at path: ArchivePath) -> Set<ArchiveType> {
    guard path.names.count == 1, let owners = catalog?.owners(of: name) else { return [] }
    return Set(
      access.schemas.schemas.lazy.filter { owners.contains($0.name) }.compactMap { schema in
        schema.index(of: path.names[0]).map { schema.fields[$0].type }
      })
  }

  /// Returns the paths that no row, no index, and no cache entry has; empty without rows.
  private func missing(_ paths: [ArchivePath], isChange: Bool) throws -> [ArchivePath] {
    guard let info else { return [] }
    let indexed = info.indexes.isEmpty ? [] : info.indexedPaths
    let wanted = paths.filter {
      !indexed.contains($0) && (isChange || !info.seenPaths.contains($0))
    }
    if wanted.isEmpty { return [] }
    var missing = Array(wanted.indices)
    var reader = ArchivePathReader(wanted)
    let schemas = access.schemas
    try access.scan { row in
      guard row.type == .archive else { return .next }
      let bytes = row.bytes
      var rest: [Int] = []
      for path in missing
      where try !reader.contains(path, in: bytes, schema: { schemas.schema($0) }) {
        rest.append(path)
      }
      missing = rest
      return missing.isEmpty ? .stop : .next
    }
    if try missing.count == wanted.count && access.count() == 0 { return [] }
    info.seenPaths.add(wanted.indices.filter { !missing.contains($0) }.map { wanted[$0] })
    return missing.map { wanted[$0] }
  }

  /// Returns the names of fields and dictionary keys, and the names of types, that the first 1,000
  /// rows have at a path.
  private func level(at parent: [String]) throws -> (names: Set<String>, types: Set<String>) {
    var (names, types): (Set<String>, Set<String>) = ([], [])
    try access.scan(limit: 1_000) { row in
      guard row.type == .archive else { return .next }
      var value: ArchiveValue? = try access.archive(row.bytes, row.type).root
      for name in parent { value = value?[name] }
      if let object = value?.object {
        types.insert(object.name)
        names.formUnion(object.fields.map(\.name))
      } else if case .dictionary(let entries) = value?.untyped {
        names.formUnion(entries.keys.compactMap(\.string))
      }
      return .next
    }
    return (names, types)
  }
}

extension [ArchivePath] {
  /// Returns the paths in the order of their positions in a selection's text.
  fileprivate func inOrder(of selection: Selection?) -> [ArchivePath] {
    sorted { a, b in
      let (first, second) = (selection?.text.places[a], selection?.text.places[b])
      return (first?.offset ?? 0, a.description) < (second?.offset ?? 0, b.description)
    }
  }
}

extension CollectionRuntime {
  /// The paths that the indexes name.
  fileprivate var indexedPaths: Set<ArchivePath> {
    indexes.reduce(into: []) { $0.formUnion($1.definition.allPaths) }
  }
}
