/// A type such as an array, whose values have no fields but contain other values.
package protocol ArchivableContainer {
  /// The types of the contained values.
  static var containedTypes: [any ArchivableValue.Type] { get }
}

extension Optional: ArchivableContainer where Wrapped: ArchivableValue {
  /// The wrapped type.
  package static var containedTypes: [any ArchivableValue.Type] { [Wrapped.self] }
}

extension Array: ArchivableContainer where Element: ArchivableValue {
  /// The type of the elements.
  package static var containedTypes: [any ArchivableValue.Type] { [Element.self] }
}

extension Set: ArchivableContainer where Element: ArchivableValue {
  /// The type of the elements.
  package static var containedTypes: [any ArchivableValue.Type] { [Element.self] }
}

extension Dictionary: ArchivableContainer where Key: ArchivableValue, Value: ArchivableValue {
  /// The types of the keys and of the values.
  package static var containedTypes: [any ArchivableValue.Type] { [Key.self, Value.self] }
}

extension ArchiveSchema {
  /// Returns the schemas of the given types, and of all types that their fields, contents, and
  /// superclasses name.
  ///
  /// - Complexity: O(t + f) for t types and f fields.
  package static func declared(by types: [any ArchivableValue.Type]) -> [ArchiveSchema] {
    var schemas: [ArchiveSchema] = []
    var (left, seen) = (types, Set<ObjectIdentifier>())
    while let type = left.popLast() {
      guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
      var own: [ArchiveSchema] = []
      if let object = type as? any ArchivableObject.Type { own.append(object.archiveSchema) }
      if let choice = type as? any ArchivableEnum.Type { own += choice.archiveSchemas }
      if let container = type as? any ArchivableContainer.Type { left += container.containedTypes }
      if let level = type as? any ArchivableClass.Type,
        let superclass = _getSuperclass(level) as? any ArchivableClass.Type
      {
        left.append(superclass)
      }
      left += own.flatMap(\.fields).compactMap { $0.valueType as? any ArchivableValue.Type }
      schemas += own
    }
    return schemas
  }

  /// Returns the records of the fields that have a default or a former name.
  ///
  /// - Throws: Any error that a default, or archiving a default, throws.
  package func addedFields() throws -> [AddedField] {
    try fields.compactMap { field in
      guard field.standard != nil || !field.formerNames.isEmpty else { return nil }
      return try AddedField(
        names: [field.name] + field.formerNames, archive: field.standard?.archived() ?? [])
    }
  }
}
