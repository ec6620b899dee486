import Synchronization

/// A cache of the names and versions of types that name their fields during archiving.
///
/// No schema in the cache has fields.
enum KeyedTemplates {
  private static let known = Mutex<[ObjectIdentifier: ArchiveSchema]>([:])

  /// Returns the schema with the name and version of a type, but without fields.
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
  /// Returns the facts about a type, which the writer keeps for later archives.
  mutating func keyedType(_ type: any KeyedArchivableType.Type) -> KeyedType {
    let id = ObjectIdentifier(type)
    if let known = keyedTypes[id] { return known }
    let new = KeyedType(KeyedTemplates.of(type))
    keyedTypes[id] = new
    return new
  }
}
