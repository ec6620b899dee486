internal import LodeCoding

/// The steps of rows of one stage, by the types that they are for.
struct StepChains: Sendable {
  /// Steps that begin at one version and end at another, in the plan's order.
  private struct Link {
    let from: Int
    let to: Int
    var steps: [RowStep]
  }

  /// In the order of the versions, one for each at which steps begin.
  private var links: [String: [Link]] = [:]
  /// The types whose fields get the names of today behind the steps; `nil` when steps of the store
  /// are still to come.
  let renaming: RegisteredTypes?

  init(_ steps: [Step], renaming: RegisteredTypes? = nil) {
    self.renaming = renaming
    for step in steps {
      guard case .rows(let rows) = step.work else { continue }
      for name in Set(rows.typeNames) { add(rows, to: &links[name, default: []]) }
    }
  }

  /// Of those that begin at one version the ones that go farthest count.
  private func add(_ step: RowStep, to links: inout [Link]) {
    let link = Link(from: step.from, to: step.to, steps: [step])
    let index = links.firstIndex { $0.from >= step.from } ?? links.endIndex
    if index == links.endIndex || links[index].from > step.from {
      links.insert(link, at: index)
    } else if links[index].to == step.to {
      links[index].steps.append(step)
    } else if links[index].to < step.to {
      links[index] = link
    }
  }

  var isEmpty: Bool { links.isEmpty }

  /// The steps that come next for an object of a version; empty when none is left.
  ///
  /// Those that begin at the lowest version that is not below the object's.
  func next(_ name: String, after version: Int) -> [RowStep] {
    if links.isEmpty { return [] }
    return links[name]?.first { $0.from >= version }?.steps ?? []
  }

  /// Whether objects of a schema have a step before them, or a field with a former name that is
  /// theirs without a step.
  func concern(_ schema: ArchiveSchema) -> Bool {
    if case .extension = schema.kind { return false }
    if !next(schema.name, after: schema.version).isEmpty { return true }
    return renaming?.renamesFields(of: schema) ?? false
  }
}
