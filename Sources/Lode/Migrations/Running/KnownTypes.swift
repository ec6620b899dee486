internal import LodeCoding

/// The types that a program names to a store: its models, and those of its plan.
struct KnownTypes {
  /// Each type once, by the name that archives have for it now.
  private(set) var types: [String: any ArchivableObject.Type] = [:]
  /// The models among them.
  private(set) var models: [String: any Model.Type] = [:]
  /// The names of today for the former ones.
  private var names: [String: String] = [:]

  init(models: [any Model.Type], plan: MigrationPlan) {
    for model in models {
      add(model)
      let name = model.archiveSchema.name
      if self.models[name] == nil { self.models[name] = model }
    }
    for type in plan.types { add(type) }
    for step in plan.steps {
      if case .rows(let rows) = step.work, let type = rows.type { add(type) }
    }
  }

  private mutating func add(_ type: any ArchivableObject.Type) {
    let schema = type.archiveSchema
    if types[schema.name] == nil { types[schema.name] = type }
    for name in schema.formerNames where names[name] == nil { names[name] = schema.name }
  }

  /// The type that archives have under a name, today or formerly.
  func type(named name: String) -> (any ArchivableObject.Type)? {
    types[name] ?? names[name].flatMap { types[$0] }
  }

  /// The type of an archived object, or of the object that the archive is about.
  func type(ofRoot archive: Archive) -> (any ArchivableObject.Type)? {
    switch archive.root {
    case .object(let object):
      type(named: object.name)
    case .reference(let number) where archive.objects.indices.contains(number - 1):
      archive.objects[number - 1].flatMap { type(named: $0.name) }
    default: nil
    }
  }
}
