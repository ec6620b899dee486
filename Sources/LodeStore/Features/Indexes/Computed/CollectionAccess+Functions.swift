internal import LodeCoding

extension CollectionAccess {
  /// Returns the function of a computed value of an index.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if no index contains the value, or if
  ///   the function of the value is not registered.
  func function(of path: ArchivePath) throws(StoreError) -> IndexFunction {
    for index in info?.indexes ?? [] {
      for part in index.definition.parts where part.path == path {
        if let function = index.known.function(of: part, in: name) { return function }
      }
    }
    throw StoreError(.unknownFunction, collection: name, context: "\(path)")
  }

  /// Refuses a selection whose computed values have no registered function.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if no index contains a computed value of the
  ///   selection, or if the function of the value is not registered.
  package func checkFunctions(of selection: Selection) throws(StoreError) {
    if info == nil { return }
    for path in selection.condition.pathList where path.isComputed {
      _ = try function(of: path)
    }
    for order in selection.orders where order.path.isComputed { _ = try function(of: order.path) }
  }
}
