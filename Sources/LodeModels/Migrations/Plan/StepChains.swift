internal import LodeCoding
internal import LodeStore

/// The row steps of a plan, or of one `MigrationPlan.Stage`, by type.
struct StepChains: Sendable {
  /// Steps between the same two versions, in the plan's order.
  private struct Link {
    let from: Int
    let to: Int
    var steps: [RowStep]
  }

  /// The links of each type, sorted by version, with one link for each starting version.
  private var links: [String: [Link]] = [:]
  /// The types whose fields get their current names after the steps; `nil` to rename no field.
  let renaming: RegisteredTypes?

  init(_ steps: [Step], renaming: RegisteredTypes? = nil) {
    self.renaming = renaming
    for step in steps.compactMap(\.rowStep) {
      for name in Set(step.typeNames) { add(step, to: &links[name, default: []]) }
    }
  }

  /// Adds a step, and keeps only the steps with the highest target version for each starting
  /// version.
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

  /// Returns the next steps for an object of a type and version; empty if no step remains.
  ///
  /// The next steps begin at the object's version, or else at the next higher version that has a
  /// step.
  func next(_ name: String, after version: Int) -> [RowStep] {
    if links.isEmpty { return [] }
    return links[name]?.first { $0.from >= version }?.steps ?? []
  }

  /// Returns whether objects of a schema need a step, or have a field to rename without a step.
  func concern(_ schema: ArchiveSchema) -> Bool {
    if case .extension = schema.kind { return false }
    if !next(schema.name, after: schema.version).isEmpty { return true }
    return renaming?.renamesFields(of: schema) ?? false
  }

  /// Returns the numbers of the recorded schemas whose objects need a step or a new field name.
  func numbers(of schemas: [SchemaRecord]) -> Set<UInt32> {
    Set(schemas.lazy.filter { concern($0.schema) }.map(\.number))
  }
}
