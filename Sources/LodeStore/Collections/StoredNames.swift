package import LodeCoding
import Synchronization

/// The paths that rows of a collection were seen to have, so that queries need not look for them
/// again.
final class SeenPaths: Sendable {
  private let paths = Mutex<Set<ArchivePath>>([])

  func contains(_ path: ArchivePath) -> Bool { paths.withLock { $0.contains(path) } }

  func add(_ new: [ArchivePath]) {
    paths.withLock { $0.formUnion(new) }
  }
}

extension CollectionAccess {
  /// Refuses a collection that does not exist.
  ///
  /// - Throws: ``StoreError`` with `collectionNotFound`, which names the nearest collection.
  package func checkExists() throws(StoreError) {
    if info != nil { return }
    let names = catalog?.collections.keys.map { $0 } ?? []
    throw StoreError(
      .collectionNotFound, collection: name, context: NearestName.of(name, among: names) ?? "")
  }

  private var catalog: Catalog? { context?.catalog ?? snapshot?.catalog }

  /// The fields that the keys of the recorded model consist of.
  private var keyFields: [String] { catalog?.keyFields(of: name) ?? [] }

  /// A path with the field of the recorded model for a component of the key, such as `$key.city`;
  /// every other path as it is.
  package func resolved(_ path: ArchivePath) -> ArchivePath {
    guard path.isRowProperty, path.isNamed,
      let field = keyFields.first(where: { $0 == path.names[1] })
    else { return path }
    return ArchivePath([field])
  }

  /// Refuses paths that no row has.
  ///
  /// A path is known if a row has a field or a key there, if a recorded version of a row's type has
  /// it, or if an index names it. An empty collection knows every path. Rows that are not archives
  /// have no paths. A component of the key must be a key field of the recorded model.
  ///
  /// - Parameters:
  ///   - selection: the selection that uses the paths, for the message.
  ///   - isChange: whether rows are changed; then only rows that exist now count.
  /// - Complexity: O(rows up to the first that has the paths); O(1) for paths that were found
  ///   before.
  /// - Throws: ``ConditionError`` with `unknownField`; ``StoreError`` with `damaged`.
  package func checkNames(
    _ paths: [ArchivePath], in selection: Selection?, isChange: Bool
  ) throws {
    let paths = paths.map(resolved)
    for path in paths where path.isRowProperty && info != nil {
      throw ConditionError.unknownField(
        path, position: 1, among: keyFields, of: "\"\(name)\"", in: selection)
    }
    for path in try missing(paths, isChange: isChange).inOrder(of: selection) {
      try checkRecorded(path, in: selection, isChange: isChange)
    }
  }

  /// Refuses a path that no row has, unless a recorded version of a row's type has it.
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
    let versions = schemas.schemas.filter { level.types.contains($0.name) }
    if versions.contains(where: { $0.index(of: path.names[position]) != nil }) { return }
    throw ConditionError.unknownField(
      path, position: position,
      among: level.names.union(versions.flatMap { $0.fields.map(\.name) })
        .sorted(), of: "\"\(name)\"", in: selection)
  }

  /// Whether the rows are of a model that has a `Float`, or several of them, at the path in every
  /// recorded version with that field.
  package func hasFloats(at path: ArchivePath) -> Bool {
    let types = recordedTypes(at: path)
    return !types.isEmpty && types.allSatisfy { $0.innermost == .float }
  }

  /// Refuses a text that compares a field of a model with a value that the field can never have.
  ///
  /// A field whose type differs between recorded versions may have any value.
  ///
  /// - Throws: ``ConditionError`` with `typeMismatch`.
  package func checkValues(of selection: Selection) throws(ConditionError) {
    try selection.checkValues(of: "\"\(name)\"") { path in
      let types = recordedTypes(at: path)
      return types.count == 1 ? types.first : nil
    }
  }

  /// The types of a model's field in all recorded versions; empty without a model.
  private func recordedTypes(at path: ArchivePath) -> Set<ArchiveType> {
    guard path.names.count == 1, let owners = catalog?.owners(of: name) else { return [] }
    return Set(
      schemas.schemas.lazy.filter { owners.contains($0.name) }.compactMap { schema in
        schema.index(of: path.names[0]).map { schema.fields[$0].type }
      })
  }

  /// The paths that no row has.
  private func missing(_ paths: [ArchivePath], isChange: Bool) throws -> [ArchivePath] {
    guard let info else { return [] }
    let indexed = info.indexes.isEmpty ? [] : info.indexedPaths
    let wanted = paths.filter {
      !indexed.contains($0) && (isChange || !info.seenPaths.contains($0))
    }
    if wanted.isEmpty { return [] }
    var missing = Array(wanted.indices)
    var reader = ArchivePathReader(wanted)
    let schemas = schemas
    try scan { row in
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
    if try missing.count == wanted.count && count() == 0 { return [] }
    info.seenPaths.add(wanted.indices.filter { !missing.contains($0) }.map { wanted[$0] })
    return missing.map { wanted[$0] }
  }

  /// The names and the types that some rows have at a path.
  private func level(at parent: [String]) throws -> (names: Set<String>, types: Set<String>) {
    var (names, types): (Set<String>, Set<String>) = ([], [])
    try scan(limit: 1_000) { row in
      guard row.type == .archive else { return .next }
      var value: ArchiveValue? = try archive(row.bytes, row.type).root
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
  /// The paths in the order in which a selection's text has them.
  fileprivate func inOrder(of selection: Selection?) -> [ArchivePath] {
    sorted { a, b in
      let (first, second) = (selection?.text.places[a], selection?.text.places[b])
      return (first?.offset ?? 0, a.description) < (second?.offset ?? 0, b.description)
    }
  }
}

extension CollectionInfo {
  /// The paths that indexes name.
  fileprivate var indexedPaths: Set<ArchivePath> {
    indexes.reduce(into: []) { $0.formUnion($1.definition.allPaths) }
  }
}
