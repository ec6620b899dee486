internal import LodeCoding
internal import LodeStore

/// The types that a program passes to a store: the program's models, and the types of the migration
/// plan.
struct RegisteredTypes {
  /// Each type, by its current name in archives.
  private(set) var byName: [String: any ArchivableObject.Type] = [:]
  /// The models by name in archives.
  ///
  /// Of several models with the same name, the dictionary contains the model whose collection sorts
  /// first.
  private(set) var modelsByName: [String: any Model.Type] = [:]
  /// All models, including models with equal names, sorted by collection.
  let models: [any Model.Type]
  /// Whether a field of some type has former names.
  private(set) var hasFormerFields = false
  /// An unarchiver that accepts the registered classes in place of their superclasses.
  private(set) var unarchiver = Unarchiver()
  /// The current names of types by their former names.
  private var names: [String: String] = [:]

  init(models: [any Model.Type], plan: MigrationPlan) {
    self.models = models.sorted {
      $0.collectionName.utf8.lexicographicallyPrecedes($1.collectionName.utf8)
    }
    for model in self.models {
      add(model)
      let name = model.archiveSchema.name
      if modelsByName[name] == nil { modelsByName[name] = model }
    }
    for type in plan.types { add(type) }
    for type in plan.steps.compactMap({ $0.rowStep?.type }) { add(type) }
    let classes = byName.values.compactMap { $0 as? any ArchivableClass.Type }
    if !classes.isEmpty { unarchiver = Unarchiver(allowing: AllowedTypes(classes)) }
  }

  private mutating func add(_ type: any ArchivableObject.Type) {
    let schema = type.archiveSchema
    // A model takes precedence over other types with the same name. Otherwise, the latest version
    // takes precedence.
    let isLater =
      modelsByName[schema.name] == nil
      && byName[schema.name].map { $0.archiveSchema.version < schema.version } ?? true
    if isLater { byName[schema.name] = type }
    for name in schema.formerNames where names[name] == nil { names[name] = schema.name }
    if schema.fields.contains(where: { !$0.formerNames.isEmpty }) { hasFormerFields = true }
  }

  /// Returns the type with a current or former name.
  func type(named name: String) -> (any ArchivableObject.Type)? {
    byName[name] ?? names[name].flatMap { byName[$0] }
  }

  /// Returns whether objects of a schema need no step, and have a field under a former name.
  func renamesFields(of schema: ArchiveSchema) -> Bool {
    guard let new = type(named: schema.name)?.archiveSchema, schema.version <= new.version,
      schema.kind.isComparable(with: new.kind)
    else { return false }
    let difference = SchemaDifference(from: schema, to: new)
    return !difference.needsStep
      && difference.changes.contains { if case .fieldRenamed = $0 { true } else { false } }
  }

  /// Returns the model with the archive name of a type, and with a collection.
  func model(of type: any ArchivableObject.Type, in collection: String) -> (any Model.Type)? {
    let name = type.archiveSchema.name
    if let model = modelsByName[name], model.collectionName == collection { return model }
    return models.first { $0.collectionName == collection && $0.archiveSchema.name == name }
  }

  /// Returns the type of an archive's root object.
  func type(ofRoot archive: Archive) -> (any ArchivableObject.Type)? {
    archive.rootObject.flatMap { type(named: $0.name) }
  }

  /// Returns the names of a type in archives, current name first.
  ///
  /// The result omits a former name that another type has today.
  func names(of schema: ArchiveSchema) -> [String] {
    [schema.name] + schema.formerNames.filter { byName[$0] == nil }
  }

  /// Returns the store's record of a type, under its current or a former name.
  func record(of schema: ArchiveSchema, in records: MigrationRecords) -> MigrationRecords
    .TypeRecord?
  {
    names(of: schema).lazy.compactMap { records.types[$0] }.first
  }
}
