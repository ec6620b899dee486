internal import LodeCoding

extension IndexFunction {
  /// Returns the function of a computed value of an index.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if no index contains the value, or if
  ///   the function of the value is not registered.
  static func function(
    of path: ArchivePath, in access: CollectionAccess
  ) throws(StoreError) -> IndexFunction {
    for index in access.info?.indexes ?? [] {
      for part in index.definition.parts where part.path == path {
        if let function = index.known.function(of: part, in: access.name) { return function }
      }
    }
    throw StoreError(.unknownFunction, collection: access.name, context: "\(path)")
  }
}

extension Selection {
  /// Refuses a selection whose computed values have no registered function.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if no index contains a computed value of the
  ///   selection, or if the function of the value is not registered.
  package func checkFunctions(in access: CollectionAccess) throws(StoreError) {
    if access.info == nil { return }
    for path in condition.pathList + orders.map(\.path) where path.isComputed {
      _ = try IndexFunction.function(of: path, in: access)
    }
  }
}
