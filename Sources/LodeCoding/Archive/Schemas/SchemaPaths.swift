/// The result of resolving a path in a schema.
package enum PathResolution: Sendable {
  /// The path leads to a field; the associated path has the stored names.
  case found(ArchivePath)
  /// The path may lead to a field that the schema does not list, such as a dictionary key or a
  /// field of a subclass.
  case open(ArchivePath)
  /// No field has the name with the index `position`; `names` lists the fields that exist.
  case missing(position: Int, names: [String])
}

extension ArchiveSchema {
  /// Resolves a path of names of fields or Swift properties.
  ///
  /// - Complexity: O(d · f) for a path of d names and f fields of each schema.
  package func resolve(_ path: ArchivePath) -> PathResolution {
    var (schema, names) = (self, path.names)
    for position in names.indices {
      guard let field = schema.field(named: names[position]) else {
        if schema.mayHaveOthers(isNested: position > 0) { return .open(ArchivePath(names)) }
        return .missing(position: position, names: schema.fields.map(\.name))
      }
      names[position] = field.name
      if position + 1 == names.count { break }
      let type = field.type.unwrapped
      guard type == .object || type == .any || type.code == .dictionary else {
        return .missing(position: position + 1, names: [])
      }
      guard let next = field.objectSchema else { return .open(ArchivePath(names)) }
      schema = next
    }
    return .found(names == path.names ? path : ArchivePath(names))
  }

  /// Returns the type of the field at a path, or `nil` if the schema does not declare the type.
  ///
  /// - Complexity: O(d · f) for a path of d names and f fields of each schema.
  package func type(at path: ArchivePath) -> ArchiveType? {
    var schema = self
    for (position, name) in path.names.enumerated() {
      guard let field = schema.field(named: name) else { return nil }
      if position + 1 == path.names.count { return field.type }
      guard let next = field.objectSchema else { return nil }
      schema = next
    }
    return nil
  }

  /// Returns the field whose stored name is `name`, or otherwise the field whose property is
  /// `name`.
  private func field(named name: String) -> Field? {
    if let place = index(of: name) { return fields[place] }
    return fields.first { $0.property == name }
  }

  /// Returns whether archived objects may have fields that the schema does not list.
  private func mayHaveOthers(isNested: Bool) -> Bool {
    if isExtensible || evolution == .open { return true }
    // The object may be an instance of a subclass.
    if case .class(let superclass) = kind { return isNested || superclass != nil }
    return false
  }
}

extension ArchiveSchema.Field {
  /// The schema of the field's objects; `nil` if the field has no known Swift type, or the type is
  /// not an archivable object.
  fileprivate var objectSchema: ArchiveSchema? {
    guard let valueType = valueType as? any ArchivableValue.Type else { return nil }
    return Self.schema(of: valueType)
  }

  private static func schema<T: ArchivableValue>(of type: T.Type) -> ArchiveSchema? {
    (T.Unwrapped.self as? any ArchivableObject.Type)?.archiveSchema
  }
}
