internal import LodeCoding

extension MigrationPlan {
  /// Checks that the plan can run.
  ///
  /// - Throws: ``MigrationError`` with `invalidPlan` in one of these cases:
  ///   - Two steps have the same name, or a name does not have 1 to 480 bytes.
  ///   - A row step begins at a negative version, or does not lead to a greater version.
  ///   - A row step leads to a greater version than its type has.
  func check(_ known: RegisteredTypes) throws(MigrationError) {
    var names: Set<String> = []
    for step in steps {
      guard (1...480).contains(step.name.utf8.count) else {
        throw MigrationError(
          .invalidPlan, "the name of a step must have 1 to 480 bytes: \"\(step.name)\"")
      }
      guard names.insert(step.name).inserted else {
        throw MigrationError(.invalidPlan, "two steps have the name \"\(step.name)\"")
      }
      if case .rows(let rows) = step.work, rows.from >= rows.to || rows.from < 0 {
        throw MigrationError(
          .invalidPlan,
          "the step \(step.name) must lead to a higher version: from \(rows.from) to \(rows.to)")
      }
      try checkVersion(of: step, known)
    }
  }

  private func checkVersion(of step: Step, _ known: RegisteredTypes) throws(MigrationError) {
    guard case .rows(let rows) = step.work, let type = known.type(named: rows.typeNames[0]) else {
      return
    }
    let version = type.archiveSchema.version
    if rows.to > version {
      throw MigrationError(
        .invalidPlan,
        "\(step.name) leads to version \(rows.to), but the type has version \(version)")
    }
  }

  /// The names of the steps that other steps replace.
  var replacedNames: [String] {
    steps.flatMap { step -> [String] in
      if case .store(_, let replaced) = step.work { replaced } else { [] }
    }
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
