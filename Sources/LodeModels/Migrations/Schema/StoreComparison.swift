internal import LodeCoding
internal import LodeStore

/// A comparison of a program's types with the schemas recorded in a store.
struct StoreComparison {
  let types: RegisteredTypes
  let enumerations: [any ArchivableEnum.Type]
  /// All recorded schemas.
  let schemas: [ArchiveSchema]
  let records: MigrationRecords

  /// Returns the types that differ: types with fields, enumerations, and types that the program
  /// does not name.
  ///
  /// Types with fields and deleted types are sorted by name. Enumerations keep their order in the
  /// list `enumerations`.
  func differences(_ transaction: borrowing ReadTransaction) throws -> [TypeDifference] {
    var differences: [TypeDifference] = []
    for (name, type) in types.byName.sorted(by: { $0.key < $1.key }) {
      differences.append(
        try difference(of: type.archiveSchema, types.modelsByName[name], transaction))
      differences += try otherModels(of: name, transaction)
    }
    differences += enumerations.compactMap { difference(of: $0) }
    differences += deletedTypes
    return differences.filter { !$0.versions.isEmpty || !$0.changes.isEmpty }
  }

  // Types with fields.

  private func difference(
    of schema: ArchiveSchema, _ model: (any Model.Type)?, _ transaction: borrowing ReadTransaction
  ) throws -> TypeDifference {
    let names = types.names(of: schema)
    let recorded = schemas.filter { names.contains($0.name) }
    var changes: [SchemaChange] = []
    if let model {
      let record = types.record(of: schema, in: records)
      if record == nil, recorded.isEmpty,
        try transaction.access(to: model.collectionName).count() == 0
      {
        changes.append(.typeAdded)
      }
      changes += changesOfKey(model, record)
      changes += try changesOfIndexes(model, record, transaction)
    }
    changes += changesOfExtensions(schema, recorded)
    return TypeDifference(
      type: schema.name, collection: model?.collectionName,
      versions: versions(of: schema, recorded),
      changes: changes)
  }

  /// Returns the index changes of all models of a type except the first model.
  ///
  /// The comparison of the first model covers the rows of the type.
  private func otherModels(
    of name: String, _ transaction: borrowing ReadTransaction
  ) throws -> [TypeDifference] {
    let models = types.models.filter { $0.archiveSchema.name == name }
    return try models.dropFirst().map { model in
      TypeDifference(
        type: name, collection: model.collectionName, versions: [],
        changes: try changesOfIndexes(model, nil, transaction))
    }
  }

  /// Returns the differences from each recorded schema that stored rows may have.
  private func versions(
    of schema: ArchiveSchema, _ recorded: [ArchiveSchema]
  ) -> [SchemaDifference] {
    // A type that determines its fields during archiving has no schema to compare.
    if schema.evolution == .open { return [] }
    let record = types.record(of: schema, in: records)
    let isDone = record?.earlier ?? record?.version ?? 0 >= schema.version
    let hasOwn = recorded.contains(schema)
    let old = recorded.filter { old in
      if !old.kind.isComparable(with: schema.kind) { return false }
      if old.version < schema.version { return !isDone }
      if old.version > schema.version { return true }
      // Steps can leave rows with another schema of the type's version.
      return !hasOwn
    }
    return differences(from: old, to: schema)
  }

  private func differences(
    from old: [ArchiveSchema], to schema: ArchiveSchema
  ) -> [SchemaDifference] {
    old.map { SchemaDifference(from: $0, to: schema) }.filter { !$0.changes.isEmpty }
      .sorted { $0.old.version < $1.old.version }
  }

  private func changesOfKey(
    _ model: any Model.Type, _ record: MigrationRecords.TypeRecord?
  ) -> [SchemaChange] {
    guard let record else { return [] }
    var changes: [SchemaChange] = []
    if !record.keyFields.isEmpty, record.keyFields != model.keyFields {
      changes.append(.keyChanged(from: record.keyFields, to: model.keyFields))
    }
    if let old = formerCollection(of: model, record) {
      changes.append(.collectionRenamed(from: old, to: model.collectionName))
    }
    return changes
  }

  /// Returns the recorded collection of a model's rows; `nil` without a record, or if a model of
  /// the program has the recorded collection.
  private func formerCollection(
    of model: any Model.Type, _ record: MigrationRecords.TypeRecord?
  ) -> String? {
    guard let name = record?.collection, !name.isEmpty,
      !types.models.contains(where: { $0.collectionName == name })
    else { return nil }
    return name
  }

  private func changesOfIndexes(
    _ model: any Model.Type, _ record: MigrationRecords.TypeRecord?,
    _ transaction: borrowing ReadTransaction
  ) throws -> [SchemaChange] {
    let collection = formerCollection(of: model, record) ?? model.collectionName
    let all = try transaction.indexes(of: collection)
    // An index that the program created with the same definition counts as the model's index.
    let (old, new) = (all.filter(\.isDeclared).map(\.definition), try model.checkedIndexes())
    var changes: [SchemaChange] = new.compactMap { definition in
      if all.contains(where: { $0.definition.isSame(as: definition) }) { return nil }
      guard let before = all.first(where: { $0.definition.name == definition.name }) else {
        return .indexAdded(definition)
      }
      return .indexRedefined(from: before.definition, to: definition)
    }
    for definition in old where !new.contains(where: { $0.name == definition.name }) {
      changes.append(.indexRemoved(definition))
    }
    return changes
  }

  /// Returns an `extensionRemoved` change for each extension with recorded fields; empty if the
  /// type keeps fields of extensions.
  private func changesOfExtensions(
    _ schema: ArchiveSchema, _ recorded: [ArchiveSchema]
  ) -> [SchemaChange] {
    if schema.isExtensible { return [] }
    var fields: [String: Set<String>] = [:]
    for old in recorded {
      if case .extension(let label) = old.kind {
        fields[label, default: []].formUnion(old.fields.map(\.name))
      }
    }
    return fields.sorted { $0.key < $1.key }.map {
      .extensionRemoved($0.key, fields: $0.value.sorted())
    }
  }

  // Enumerations, which have a schema for each case.

  private func difference(of type: any ArchivableEnum.Type) -> TypeDifference? {
    let cases = type.archiveSchemas
    guard let first = cases.first else { return nil }
    let recorded = schemas.filter { first.isNamed($0.name) && $0.kind.enumCase != nil }
    if recorded.isEmpty { return nil }
    let (before, now) = (
      Set(recorded.compactMap(\.kind.enumCase)), Set(cases.compactMap(\.kind.enumCase))
    )
    let versions = cases.flatMap { new -> [SchemaDifference] in
      let hasOwn = recorded.contains(new)
      let old = recorded.filter {
        $0.kind == new.kind && ($0.version != new.version || !hasOwn)
      }
      return differences(from: old, to: new)
    }
    return TypeDifference(
      type: first.name, collection: nil, versions: versions,
      changes: now.subtracting(before).sorted().map { .caseAdded($0) }
        + before.subtracting(now).sorted().map { .caseRemoved($0) })
  }

  // Types that the program does not name.

  private var deletedTypes: [TypeDifference] {
    var named = Set(enumerations.compactMap { $0.archiveSchemas.first }.flatMap(\.allNames))
    named.formUnion(Blob.archiveSchemas.map(\.name))
    for type in types.byName.values {
      named.formUnion(type.archiveSchema.allNames)
      // A class that only a subclass names still exists in the program.
      if case .class(let superclass?) = type.archiveSchema.kind { named.insert(superclass) }
    }
    let names = Set(schemas.map(\.name)).union(records.types.keys).subtracting(named)
    return names.sorted().map { name in
      let collection = records.types[name]?.collection ?? ""
      return TypeDifference(
        type: name, collection: collection.isEmpty ? nil : collection, versions: [],
        changes: [.typeDeleted])
    }
  }
}

extension ArchiveSchema {
  /// The current name and the former names.
  fileprivate var allNames: [String] { [name] + formerNames }
}
