internal import LodeCoding

/// The steps of rows of one stage, by the types that they are for.
struct StepChains: Sendable {
  private var steps: [String: [RowStep]] = [:]

  init(_ steps: [Step]) {
    for step in steps {
      guard case .rows(let rows) = step.work else { continue }
      for name in Set(rows.typeNames) { self.steps[name, default: []].append(rows) }
    }
  }

  var isEmpty: Bool { steps.isEmpty }

  /// The steps that come next for an object of a version; empty when none is left.
  ///
  /// Of those that begin at the lowest version that is not below the object's, the ones that go farthest, in the plan's order.
  func next(_ name: String, after version: Int) -> [RowStep] {
    guard let all = steps[name] else { return [] }
    guard let from = all.lazy.map(\.from).filter({ $0 >= version }).min() else { return [] }
    let candidates = all.filter { $0.from == from }
    let to = candidates.lazy.map(\.to).max() ?? from
    return candidates.filter { $0.to == to }
  }

  /// Whether objects of a schema have a step before them.
  func concern(_ schema: ArchiveSchema) -> Bool {
    if case .extension = schema.kind { return false }
    return !next(schema.name, after: schema.version).isEmpty
  }
}
