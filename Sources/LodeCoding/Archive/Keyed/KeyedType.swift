import Synchronization

/// The writer's facts about a type that names its fields during archiving.
final class KeyedType {
  /// The name and version, without fields.
  let template: ArchiveSchema
  /// The single schema of all values so far.
  private(set) var only: ArchiveSchema?
  /// Whether a second schema occurred.
  ///
  /// If so, the writer determines the fields of every value before writing.
  private var isVaried = false

  init(_ template: ArchiveSchema) { self.template = template }

  func noteChange() {
    isVaried = true
    only = nil
  }

  /// Returns the schema with these fields.
  func schema(
    _ kind: ArchiveSchema.Kind, _ fields: [ArchiveSchema.Field]
  ) throws(ArchiveError) -> ArchiveSchema {
    var names: Set<[UInt8]> = []
    for field in fields where !names.insert(Array(field.name.utf8)).inserted {
      throw ArchiveError(.wrongFields, "\(template.name) encodes \(field.name) twice")
    }
    let schema = EncodedShape.schema(
      ArchiveSchema(
        template.name, kind: kind, version: template.version, fields: fields, evolution: .open))
    if !isVaried { only = schema }
    return schema
  }
}

/// A cache of the names and versions of types that name their fields during archiving.
enum KeyedTemplates {
  private static let known = Mutex<[ObjectIdentifier: ArchiveSchema]>([:])

  static func of(_ type: any KeyedArchivableType.Type) -> ArchiveSchema {
    let id = ObjectIdentifier(type)
    if let template = known.withLock({ $0[id] }) { return template }
    let kind = type is AnyObject.Type ? ArchiveSchema.Kind.class(superclass: nil) : .structure
    let template = ArchiveSchema(
      type.archiveName, kind: kind, version: type.archiveVersion, was: type.formerArchiveNames,
      fields: [])
    return known.withLock { known in
      if let first = known[id] { return first }
      known[id] = template
      return template
    }
  }
}

extension ArchiveWriter {
  mutating func keyedType(_ type: any KeyedArchivableType.Type) -> KeyedType {
    let id = ObjectIdentifier(type)
    if let known = keyedTypes[id] { return known }
    let new = KeyedType(KeyedTemplates.of(type))
    keyedTypes[id] = new
    return new
  }
}
