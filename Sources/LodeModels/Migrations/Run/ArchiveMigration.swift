internal import LodeCoding

/// Applies row steps to every object of an archive, nested objects first.
struct ArchiveMigration {
  /// The failure of a step that threw an error.
  struct Failure: Error {
    let step: RowStep
    let cause: any Error
  }

  private let types: RegisteredTypes
  private let chains: StepChains
  private let renamesFields: Bool
  /// The instances of classes in the archive; migrated instances have replaced their originals.
  private var objects: [ArchivedObject?] = []
  /// The types of the changed objects in the last archive, with the former versions, without
  /// duplicates.
  private(set) var changedObjects: [TypeVersion] = []

  init(_ chains: StepChains, _ types: RegisteredTypes) {
    renamesFields = chains.renaming != nil && types.hasFormerFields
    self.types = types
    self.chains = chains
  }

  /// Returns the archive after the steps.
  ///
  /// - Throws: One of these errors:
  ///   - `Failure` if a step throws.
  ///   - `ArchiveError` with `equalElements` if elements of a set or keys of a dictionary are equal
  ///     after a step.
  mutating func migrate(_ archive: consuming Archive) throws -> Archive {
    changedObjects.removeAll(keepingCapacity: true)
    objects = archive.objects
    // In a cycle of instances, a step can see an instance that is not migrated yet.
    for index in archive.innerInstancesFirst {
      if let object = objects[index] { objects[index] = try migrated(object) }
    }
    var (root, type) = (archive.root, archive.rootType)
    // Consuming the archive first lets the steps change the root without a copy.
    _ = consume archive
    if case .object(let object) = root {
      root = .null
      root = .object(try migrated(object))
    } else {
      try migrate(&root)
    }
    return Archive(root, type: type, objects: objects)
  }

  private mutating func migrate(_ value: inout ArchiveValue) throws {
    switch value {
    case .array(var values):
      value = .null
      for index in values.indices { try migrate(&values[index]) }
      value = .array(values)
    case .set(let values): value = .set(try migrated(values))
    case .dictionary(let entries): value = .dictionary(try migrated(entries))
    case .object(let object):
      value = .null
      value = .object(try migrated(object))
    case .typed(let type, var inner):
      try migrate(&inner)
      value = .typed(type, inner)
    default: break
    }
  }

  private mutating func migrated(_ values: Set<ArchiveValue>) throws -> Set<ArchiveValue> {
    var new: Set<ArchiveValue> = []
    for var value in values {
      try migrate(&value)
      guard new.insert(value).inserted else {
        throw ArchiveError(.equalElements, "two elements of a set are the same after a step")
      }
    }
    return new
  }

  private mutating func migrated(
    _ entries: [ArchiveValue: ArchiveValue]
  ) throws -> [ArchiveValue: ArchiveValue] {
    var new: [ArchiveValue: ArchiveValue] = [:]
    for (var key, var value) in entries {
      try migrate(&key)
      try migrate(&value)
      guard new.updateValue(value, forKey: key) == nil else {
        throw ArchiveError(.equalElements, "two keys of a dictionary are the same after a step")
      }
    }
    return new
  }

  private mutating func migrated(_ object: consuming ArchivedObject) throws -> ArchivedObject {
    if let superclass = object.superclass { object.superclass = try migrated(superclass) }
    if object.fields.contains(where: \.value.mayLeadToObjects) { try migrate(&object.fields) }
    if var groups = object.extensions, !groups.isEmpty {
      for index in groups.indices { try migrate(&groups[index].fields) }
      object.extensions = groups
    }
    let (name, old) = (object.name, object.version)
    while true {
      let steps = chains.next(object.name, after: object.version)
      if steps.isEmpty { break }
      for step in steps {
        let schema = types.type(named: object.name)?.archiveSchema
        var record = MigrationRecord(consume object, objects: objects, schema: schema)
        do {
          // A time limit of the caller must not count as a failure of the row.
          if Interruption.current == nil {
            try step.body(&record)
          } else {
            try Interruption.suspended { try step.body(&record) }
          }
        } catch {
          throw Failure(step: step, cause: error)
        }
        object = record.object
        // A step can replace the object with a value of another version or type.
        if step.typeNames.contains(object.name) { object.version = step.to }
      }
    }
    renameFields(of: &object)
    if object.version != old {
      if let type = types.type(named: object.name) { object.takeTypes(of: type.archiveSchema) }
      let changed = TypeVersion(type: name, version: old)
      if !changedObjects.contains(changed) { changedObjects.append(changed) }
    }
    return object
  }

  /// Renames fields to their current names, so that conditions and indexes find the fields.
  private func renameFields(of object: inout ArchivedObject) {
    guard renamesFields, let schema = types.type(named: object.name)?.archiveSchema else { return }
    for field in schema.fields where !field.formerNames.isEmpty {
      guard !object.fields.contains(where: { $0.name == field.name }),
        let former = field.formerNames.first(where: { name in
          object.fields.contains { $0.name == name }
        })
      else { continue }
      object.rename(former, to: field.name)
      object.version = max(object.version, schema.version)
    }
  }

  private mutating func migrate(_ fields: inout [ArchivedObject.Field]) throws {
    for index in fields.indices where fields[index].value.mayLeadToObjects {
      try migrate(&fields[index].value)
    }
  }
}
