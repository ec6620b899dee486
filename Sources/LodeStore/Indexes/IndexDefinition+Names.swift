package import LodeCoding

extension IndexDefinition {
  /// The paths of everything that the index keeps or asks.
  package var allPaths: Set<ArchivePath> {
    var paths = condition?.paths ?? []
    paths.formUnion(parts.map(\.path))
    paths.formUnion(carried)
    paths.formUnion(search.map(\.path))
    return paths
  }

  /// The definition with the names that archives of a type have, after a check that the type has all of them.
  ///
  /// - Throws: ``ConditionError`` with `unknownField`.
  package func resolved(in schema: ArchiveSchema) throws(ConditionError) -> IndexDefinition {
    var definition = self
    for place in parts.indices {
      definition.parts[place].path = try schema.resolved(parts[place].path)
    }
    for place in carried.indices {
      definition.carried[place] = try schema.resolved(carried[place])
    }
    for place in search.indices {
      definition.search[place].path = try schema.resolved(search[place].path)
    }
    if let condition {
      definition.condition = try Selection(condition)
        .resolved(in: ModelNames(schema, keyFields: [], hasTimes: true), isLenient: false)
        .condition
    }
    return definition
  }
}

extension ArchiveSchema {
  fileprivate func resolved(_ path: ArchivePath) throws(ConditionError) -> ArchivePath {
    try resolved(path, in: nil, isLenient: false)
  }
}
