import LodeModels

extension ProgramHistory {
  /// The plan of a version of the program: the steps of all versions up to it, inner types first.
  func plan(_ program: Int) -> MigrationPlan {
    let living: [(HistoryRole, any ArchivableObject.Type)] = [
      (.inner, HistoryInner.self), (.gone, HistoryGone.self), (.root, HistoryRoot.self),
      (.node, HistoryNode.self), (.outer, HistoryOuter.self),
    ]
    var named: [any ArchivableObject.Type] = []
    for (role, type) in living where self.type(role, program) != nil { named.append(type) }
    return MigrationPlan(types: programs[program].namesTypes ? named : []) {
      for number in stride(from: 1, through: program, by: 1) {
        for (role, type) in living {
          // Those before it are done for all rows then.
          if role == .outer { programs[number].storeSteps }
          let isThere = self.type(role, program) != nil
          if let step = types[role]?.step(to: number, isThere ? type : nil) { step }
        }
      }
    }
  }
}
