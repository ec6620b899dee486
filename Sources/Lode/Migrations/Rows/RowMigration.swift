internal import LodeCoding

/// Takes one archive through the steps of a stage: every object in it, the inner ones first.
struct RowMigration {
  /// A step that threw.
  struct Failure: Error {
    let step: RowStep
    let cause: any Error
  }

  private let known: KnownTypes
  private let chains: StepChains
  /// Is told of each object that was through its steps, level by level, and of what it was before.
  private let finished: (ArchivedObject, TypeVersion) throws -> Void
  private var objects: [ArchivedObject?] = []

  init(
    _ chains: StepChains, _ known: KnownTypes,
    finished: @escaping (ArchivedObject, TypeVersion) throws -> Void
  ) {
    self.known = known
    self.chains = chains
    self.finished = finished
  }

  /// The archive as the steps leave it.
  ///
  /// - Throws: ``Failure``; what `finished` throws.
  mutating func migrate(_ archive: Archive) throws -> Archive {
    objects = archive.objects
    // One that refers back to itself meets itself as it was.
    for index in archive.innerInstancesFirst {
      if let object = objects[index] { objects[index] = try migrate(object) }
    }
    return Archive(try migrate(archive.root), type: archive.rootType, objects: objects)
  }

  private mutating func migrate(_ value: ArchiveValue) throws -> ArchiveValue {
    switch value {
    case .array(let values): return .array(try values.map { try migrate($0) })
    case .set(let values):
      var new: Set<ArchiveValue> = []
      for value in values {
        guard new.insert(try migrate(value)).inserted else {
          throw ArchiveError(.equalElements, "two elements of a set are the same after a step")
        }
      }
      return .set(new)
    case .dictionary(let entries):
      var new: [ArchiveValue: ArchiveValue] = [:]
      for (key, value) in entries {
        guard new.updateValue(try migrate(value), forKey: try migrate(key)) == nil else {
          throw ArchiveError(.equalElements, "two keys of a dictionary are the same after a step")
        }
      }
      return .dictionary(new)
    case .object(let object): return .object(try migrate(object))
    case .typed(let type, let value): return .typed(type, try migrate(value))
    default: return value
    }
  }

  private mutating func migrate(_ object: ArchivedObject) throws -> ArchivedObject {
    var object = object
    if let superclass = object.superclass { object.superclass = try migrate(superclass) }
    for index in object.fields.indices {
      object.fields[index].value = try migrate(object.fields[index].value)
    }
    for group in (object.extensions ?? []).indices {
      for index in (object.extensions?[group].fields ?? []).indices {
        guard let value = object.extensions?[group].fields[index].value else { continue }
        object.extensions?[group].fields[index].value = try migrate(value)
      }
    }
    let old = TypeVersion(type: object.name, version: object.version)
    while true {
      let steps = chains.next(object.name, after: object.version)
      if steps.isEmpty { break }
      try run(steps, on: &object)
    }
    if object.version != old.version, let type = known.type(named: object.name) {
      object.takeTypes(of: type.archiveSchema)
    }
    try finished(object, old)
    return object
  }

  private func run(_ steps: [RowStep], on object: inout ArchivedObject) throws {
    let schema = known.type(named: object.name)?.archiveSchema
    for step in steps {
      var record = MigrationRecord(object, objects: objects, schema: schema)
      do {
        try step.body(&record)
      } catch {
        throw Failure(step: step, cause: error)
      }
      object = record.object
      // A step may have made it a value of another version, or even of another type.
      if step.typeNames.contains(object.name) { object.version = step.to }
    }
  }
}
