package import LodeCoding

extension Condition {
  /// The paths whose values the condition reads.
  package var paths: Set<ArchivePath> {
    var paths: Set<ArchivePath> = []
    forEachPath { paths.insert($0) }
    return paths
  }

  /// Calls `body` with each path whose value the condition reads.
  ///
  /// A path that the condition reads several times comes several times. Most conditions have one
  /// path, and visiting the path is faster than making a set.
  package func forEachPath<E>(_ body: (ArchivePath) throws(E) -> Void) throws(E) {
    switch self {
    case .constant: break
    case .comparison(let a, _, let b):
      try a.forEachPath(body)
      try b.forEachPath(body)
    case .between(let a, let low, let high):
      try a.forEachPath(body)
      try low.forEachPath(body)
      try high.forEachPath(body)
    case .isIn(let a, let all):
      try a.forEachPath(body)
      for operand in all { try operand.forEachPath(body) }
    case .isNil(let a), .like(let a, _), .beginsWith(let a, _, _), .endsWith(let a, _, _),
      .contains(let a, _, _), .matches(let a, _):
      try a.forEachPath(body)
    case .and(let all), .or(let all):
      for condition in all { try condition.forEachPath(body) }
    case .not(let condition), .isTrue(let condition): try condition.forEachPath(body)
    }
  }

  /// Whether the condition reads a value outside archives: a row property or a computed value.
  var readsOutsideArchive: Bool {
    var found = false
    forEachPath { if !$0.isInArchive { found = true } }
    return found
  }
}

extension Operand {
  /// The paths whose values the operand reads.
  package var paths: Set<ArchivePath> {
    var paths: Set<ArchivePath> = []
    forEachPath { paths.insert($0) }
    return paths
  }

  fileprivate func forEachPath<E>(_ body: (ArchivePath) throws(E) -> Void) throws(E) {
    switch self {
    case .path(let path): try body(path)
    case .value: break
    case .arithmetic(let a, _, let b):
      try a.forEachPath(body)
      try b.forEachPath(body)
    }
  }
}

extension Condition {
  /// Returns the condition with every path replaced by the result of a closure.
  package func mapPaths(_ change: (ArchivePath) throws -> ArchivePath) rethrows -> Condition {
    switch self {
    case .constant: self
    case .comparison(let a, let comparison, let b):
      .comparison(try a.mapPaths(change), comparison, try b.mapPaths(change))
    case .between(let a, let low, let high):
      .between(try a.mapPaths(change), try low.mapPaths(change), try high.mapPaths(change))
    case .isIn(let a, let all):
      .isIn(try a.mapPaths(change), try all.map { try $0.mapPaths(change) })
    case .isNil(let a): .isNil(try a.mapPaths(change))
    case .like(let a, let pattern): .like(try a.mapPaths(change), pattern)
    case .beginsWith(let a, let text, let folding):
      .beginsWith(try a.mapPaths(change), text, folding)
    case .endsWith(let a, let text, let folding): .endsWith(try a.mapPaths(change), text, folding)
    case .contains(let a, let value, let folding):
      .contains(try a.mapPaths(change), value, folding)
    case .matches(let a, let pattern): .matches(try a.mapPaths(change), pattern)
    case .and(let all): .and(try all.map { try $0.mapPaths(change) })
    case .or(let all): .or(try all.map { try $0.mapPaths(change) })
    case .not(let condition): .not(try condition.mapPaths(change))
    case .isTrue(let condition): .isTrue(try condition.mapPaths(change))
    }
  }
}

extension Operand {
  fileprivate func mapPaths(_ change: (ArchivePath) throws -> ArchivePath) rethrows -> Operand {
    switch self {
    case .path(let path): .path(try change(path))
    case .value: self
    case .arithmetic(let a, let arithmetic, let b):
      .arithmetic(try a.mapPaths(change), arithmetic, try b.mapPaths(change))
    }
  }
}
