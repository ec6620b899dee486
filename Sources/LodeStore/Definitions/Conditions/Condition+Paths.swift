package import LodeCoding

extension Condition {
  /// The paths whose values the condition reads.
  package var paths: Set<ArchivePath> { Set(pathList) }

  /// The paths whose values the condition reads, in the order of the condition.
  ///
  /// The list can contain a path several times.
  package var pathList: [ArchivePath] {
    var list: [ArchivePath] = []
    appendPaths(to: &list)
    return list
  }

  private func appendPaths(to list: inout [ArchivePath]) {
    switch self {
    case .constant: break
    case .comparison(let a, _, let b):
      a.appendPaths(to: &list)
      b.appendPaths(to: &list)
    case .between(let a, let low, let high):
      a.appendPaths(to: &list)
      low.appendPaths(to: &list)
      high.appendPaths(to: &list)
    case .isIn(let a, let all):
      a.appendPaths(to: &list)
      for operand in all { operand.appendPaths(to: &list) }
    case .isNil(let a), .like(let a, _), .beginsWith(let a, _, _), .endsWith(let a, _, _),
      .contains(let a, _, _), .matches(let a, _):
      a.appendPaths(to: &list)
    case .and(let all), .or(let all):
      for condition in all { condition.appendPaths(to: &list) }
    case .not(let condition), .isTrue(let condition): condition.appendPaths(to: &list)
    }
  }
}

extension Operand {
  fileprivate func appendPaths(to list: inout [ArchivePath]) {
    switch self {
    case .path(let path): list.append(path)
    case .value: break
    case .arithmetic(let a, _, let b):
      a.appendPaths(to: &list)
      b.appendPaths(to: &list)
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
