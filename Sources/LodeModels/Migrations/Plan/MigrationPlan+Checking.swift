internal import LodeCoding

extension MigrationPlan {
  /// Checks that the plan can run.
  ///
  /// - Throws: ``MigrationError`` with `invalidPlan` in one of these cases:
  ///   - Two steps have the same name, or a name does not have 1 to 480 bytes.
  ///   - A row step begins at a negative version, or does not lead to a greater version.
  ///   - A row step leads to a greater version than its type has.
  func check(_ types: RegisteredTypes) throws(MigrationError) {
    var names: Set<String> = []
    for step in steps {
      guard (1...480).contains(step.name.utf8.count) else {
        throw MigrationError(
          .invalidPlan, "the name of a step must have 1 to 480 bytes: \"\(step.name)\"")
      }
      guard names.insert(step.name).inserted else {
        throw MigrationError(.invalidPlan, "two steps have the name \"\(step.name)\"")
      }
      if let rows = step.rowStep { try check(rows, named: step.name, types) }
    }
  }

  private func check(
    _ step: RowStep, named name: String, _ types: RegisteredTypes
  ) throws(MigrationError) {
    if step.from >= step.to || step.from < 0 {
      throw MigrationError(
        .invalidPlan,
        "the step \(name) must lead to a higher version: from \(step.from) to \(step.to)")
    }
    let version = types.type(named: step.typeNames[0])?.archiveSchema.version
    if let version, step.to > version {
      throw MigrationError(
        .invalidPlan, "\(name) leads to version \(step.to), but the type has version \(version)")
    }
  }

  /// The names of the steps that other steps replace.
  var replacedNames: [String] {
    steps.flatMap { if case .store(_, let replaced) = $0.work { replaced } else { [String]() } }
  }

  /// Successive row steps, and the store step that follows the row steps.
  struct Stage {
    var rows: [Step] = []
    var store: Step?
  }

  /// The stages of the plan, in order; the last stage has no store step.
  var stages: [Stage] {
    var stages: [Stage] = []
    var stage = Stage()
    for step in steps {
      switch step.work {
      case .rows: stage.rows.append(step)
      case .store:
        stage.store = step
        stages.append(stage)
        stage = Stage()
      }
    }
    return stages + [stage]
  }
}
