internal import LodeCoding

/// The models and the migration plan with which a program opens a store.
struct ProgramPlan {
  let plan: MigrationPlan
  /// Whether the program has a plan.
  ///
  /// Without a plan, a program can open a store regardless of the steps that ran.
  let hasPlan: Bool
  let types: RegisteredTypes
  /// The defaults and the former names of fields that the types declare.
  let defaults: DeclaredDefaults

  /// Collects the types, and checks the plan.
  ///
  /// - Throws: ``MigrationError`` with `invalidPlan` if the plan cannot run.
  init(_ plan: MigrationPlan?, models: [any Model.Type]) throws(MigrationError) {
    self.plan = plan ?? MigrationPlan()
    hasPlan = plan != nil
    types = RegisteredTypes(models: models, plan: self.plan)
    defaults = DeclaredDefaults(types.models + Array(types.byName.values))
    try self.plan.check(types)
  }

  /// A hash of the row steps and of the program's schemas, which identifies a pending migration.
  var digest: UInt64 {
    var text = ""
    for step in plan.steps where step.rowStep != nil { text += "\(step.name) \(step.digest)\n" }
    for (name, type) in types.byName.sorted(by: { $0.key < $1.key }) {
      let schema = type.archiveSchema
      let former = schema.fields.map(\.formerNames)
      text += "\(name) \(schema.version) \(schema.digest) \(former)\n"
    }
    return Checksum.rapidhash(Array(text.utf8).span, seed: 0)
  }
}
