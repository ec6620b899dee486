internal import LodeCoding
internal import LodeStore

/// The types that a program passes to a store: its models, and the types of its plan.
struct RegisteredTypes {
  /// Each type once, by the name that archives have for it now.
  private(set) var types: [String: any ArchivableObject.Type] = [:]
  /// The models among them, of each name the one whose collection comes first.
  private(set) var models: [String: any Model.Type] = [:]
  /// All models, also models of one name, in the order of their collections.
  let allModels: [any Model.Type]
  /// Whether a field of some type has former names.
  private(set) var hasFormerFields = false
  /// Reads archives in which the classes among the types may stand where a superclass is expected.
  private(set) var unarchiver = Unarchiver()
  /// The names of today for the former ones.
  private var names: [String: String] = [:]

  init(models: [any Model.Type], plan: MigrationPlan) {
    allModels = models.sorted {
      $0.collectionName.utf8.lexicographicallyPrecedes($1.collectionName.utf8)
    }
    for model in allModels {
      add(model)
      let name = model.archiveSchema.name
      if self.models[name] == nil { self.models[name] = model }
    }
    for type in plan.types { add(type) }
    for step in plan.steps {
      if case .rows(let rows) = step.work, let type = rows.type { add(type) }
    }
    let classes = types.values.compactMap { $0 as? any ArchivableClass.Type }
    if !classes.isEmpty { unarchiver = Unarchiver(allowing: AllowedTypes(classes)) }
  }

  private mutating func add(_ type: any ArchivableObject.Type) {
    let schema = type.archiveSchema
    // Of types that a program keeps to read earlier versions the last one counts.
    let isLater =
      models[schema.name] == nil
      && types[schema.name].map { $0.archiveSchema.version < schema.version } ?? true
    if isLater { types[schema.name] = type }
    for name in schema.formerNames where names[name] == nil { names[name] = schema.name }
    if schema.fields.contains(where: { !$0.formerNames.isEmpty }) { hasFormerFields = true }
  }

  /// The type that archives have under a name, today or formerly.
  func type(named name: String) -> (any ArchivableObject.Type)? {
    types[name] ?? names[name].flatMap { types[$0] }
  }

  /// Whether objects of a schema only have fields with former names of those that the type has.
  func renamesFields(of schema: ArchiveSchema) -> Bool {
    guard let new = type(named: schema.name)?.archiveSchema, schema.version <= new.version,
      schema.kind.isComparable(with: new.kind)
    else { return false }
    let difference = SchemaDifference(from: schema, to: new)
    return !difference.needsStep
      && difference.changes.contains { if case .fieldRenamed = $0 { true } else { false } }
  }

  /// The model of a type whose rows are in a collection.
  func model(of type: any ArchivableObject.Type, in collection: String) -> (any Model.Type)? {
    let name = type.archiveSchema.name
    if let model = models[name], model.collectionName == collection { return model }
    return allModels.first { $0.collectionName == collection && $0.archiveSchema.name == name }
  }

  /// The type of the object that an archive is about.
  func type(ofRoot archive: Archive) -> (any ArchivableObject.Type)? {
    archive.rootObject.flatMap { type(named: $0.name) }
  }

  /// The names that archives have for a type, today's first; a former one that another type has
  /// today is not its own any more.
  func names(of schema: ArchiveSchema) -> [String] {
    [schema.name] + schema.formerNames.filter { types[$0] == nil }
  }

  /// What a store has on record of a type, under whichever name.
  func record(of schema: ArchiveSchema, in records: MigrationRecords) -> MigrationRecords
    .TypeRecord?
  {
    names(of: schema).lazy.compactMap { records.types[$0] }.first
  }
}
