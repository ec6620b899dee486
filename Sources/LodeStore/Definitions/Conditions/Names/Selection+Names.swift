package import LodeCoding

extension Selection {
  private var paths: Set<ArchivePath> {
    orders.isEmpty ? condition.paths : condition.paths.union(orders.map(\.path))
  }

  /// The paths in the condition and the orders that name fields: all paths except `.`, computed
  /// values, and row properties such as `$key`.
  package var namedPaths: [ArchivePath] { paths.filter(\.isNamed) }

  /// Whether the selection was parsed from text.
  package var isText: Bool { text.isText }

  /// Returns whether the text of the selection contains the path.
  ///
  /// Returns `false` for `.`, for computed values, and without a text.
  package func isWritten(_ path: ArchivePath) -> Bool { text.places[path] != nil }

  /// Returns the selection with stored names instead of the names of Swift properties.
  ///
  /// - Throws: ``ConditionError`` with `unknownField` if the model lacks a field or the timestamps,
  ///   and `isLenient` is `false`.
  package func resolved(
    in names: ModelNames, isLenient: Bool
  ) throws(ConditionError) -> Selection {
    try renamed { path throws(ConditionError) in
      try names.resolved(path, in: self, isLenient: isLenient)
    }
  }

  /// Returns the selection with every path replaced by the result of a closure.
  package func renamed<E>(
    _ stored: (ArchivePath) throws(E) -> ArchivePath
  ) throws(E) -> Selection {
    var renamed: [ArchivePath: ArchivePath] = [:]
    var list = condition.pathList
    for order in orders { list.append(order.path) }
    for path in list {
      let other = try stored(path)
      if other != path { renamed[path] = other }
    }
    return renamed.isEmpty ? self : with(renamed)
  }

  private func with(_ renamed: [ArchivePath: ArchivePath]) -> Selection {
    var selection = self
    selection.condition = condition.mapPaths { renamed[$0] ?? $0 }
    selection.orders = orders.map {
      PathOrder(path: renamed[$0.path] ?? $0.path, isDescending: $0.isDescending)
    }
    for (path, stored) in renamed {
      if let place = text.places[path] { selection.text.places[stored] = place }
    }
    return selection
  }
}

extension ArchiveSchema {
  /// Returns a path with stored names.
  ///
  /// - Throws: ``ConditionError`` with `unknownField` if the schema lacks the field, and
  ///   `isLenient` is `false`.
  package func resolved(
    _ path: ArchivePath, in selection: Selection?, isLenient: Bool
  ) throws(ConditionError) -> ArchivePath {
    if !path.isInArchive { return path }
    switch resolve(path) {
    case .found(let stored), .open(let stored): return stored
    case .missing(let position, let names):
      if isLenient { return path }
      throw .unknownField(path, position: position, among: names, of: name, in: selection)
    }
  }
}
