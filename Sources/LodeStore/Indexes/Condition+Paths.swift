package import LodeCoding

extension Condition {
  /// The paths whose values it asks for.
  package var paths: Set<ArchivePath> {
    switch self {
    case .constant: []
    case .comparison(let a, _, let b): a.paths.union(b.paths)
    case .between(let a, let low, let high): a.paths.union(low.paths).union(high.paths)
    case .isIn(let a, let all): all.reduce(a.paths) { $0.union($1.paths) }
    case .isNil(let a), .like(let a, _), .beginsWith(let a, _, _), .endsWith(let a, _, _),
      .contains(let a, _, _), .matches(let a, _):
      a.paths
    case .and(let all), .or(let all): all.reduce(into: []) { $0.formUnion($1.paths) }
    case .not(let condition), .isTrue(let condition): condition.paths
    }
  }
}

extension Operand {
  /// The paths whose values it asks for.
  package var paths: Set<ArchivePath> {
    switch self {
    case .path(let path): [path]
    case .value: []
    case .arithmetic(let a, _, let b): a.paths.union(b.paths)
    }
  }
}
