package import LodeCoding

extension IndexDefinition {
  /// All paths of the components, the carried fields, the searched fields, and the condition.
  package var allPaths: Set<ArchivePath> {
    var paths = condition?.paths ?? []
    paths.formUnion(parts.map(\.path))
    paths.formUnion(carried)
    paths.formUnion(search.map(\.path))
    return paths
  }

  /// Returns the definition with stored names, after a check that the model has all fields.
  ///
  /// - Throws: ``ConditionError`` with `unknownField` if the model lacks a field or the timestamps.
  package func resolved(in names: ModelNames) throws(ConditionError) -> IndexDefinition {
    try renamed { path throws(ConditionError) in
      try names.resolved(path, in: nil, isLenient: false)
    }
  }

  /// Returns the definition with every path replaced by the result of a closure.
  func renamed<E>(
    _ stored: (ArchivePath) throws(E) -> ArchivePath
  ) throws(E) -> IndexDefinition {
    var definition = self
    for place in parts.indices {
      definition.parts[place].path = try stored(parts[place].path)
    }
    for place in carried.indices { definition.carried[place] = try stored(carried[place]) }
    for place in search.indices {
      definition.search[place].path = try stored(search[place].path)
    }
    if let condition { definition.condition = try Selection(condition).renamed(stored).condition }
    return definition
  }
}
