public import LodeCoding
internal import LodeStore

extension ArchivableValue {
  /// Copies the values of the fields that another structure or instance has under the same names.
  ///
  /// ```swift
  /// var contact = Contact(name: "Ada")
  /// try contact.merge(PhoneRow(name: "Ada", phone: "12345"), .fillMissing)
  /// ```
  ///
  /// Fields match by their names in archives. Fields that only one value has are ignored. Values
  /// are converted as in the migration of an older archive. The value does not change on failure.
  ///
  /// - Complexity: O(size of both values).
  /// - Throws: `ArchiveError` with `typeMismatch` if a field has another type, or if either value
  ///   holds further instances of classes.
  public mutating func merge<Other: ArchivableValue>(
    _ other: Other, _ policy: MergePolicy
  ) throws {
    var fields = try ArchivedFields(self)
    fields.merge(try ArchivedFields(other).object, policy)
    self = try fields.decoded(as: Self.self)
  }

  /// Returns the value's fields as a structure with fewer fields.
  ///
  /// ```swift
  /// let row = try contact.slice(as: PhoneRow.self)
  /// ```
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: `ArchiveError` with `missingField` if the value lacks a field without a default, or
  ///   `typeMismatch` if a field has another type.
  public func slice<Part: Archivable>(as type: Part.Type) throws -> Part {
    try Archive(archiving: self).slice(as: type, Part.archiveSchema)
  }
}

extension Archive {
  /// Returns the fields of the archived value that a type with a schema has.
  func slice<Part: ArchivableValue>(as type: Part.Type, _ schema: ArchiveSchema) throws -> Part {
    var object = try ArchivedFields(self).object
    let fields = object.allFields.filter { schema.index(of: $0.name) != nil }
    object = ArchivedObject(
      schema.name, version: schema.version, kind: schema.kind, fields: fields)
    if schema.kind == .structure { return try Archive(.object(object)).decoded(as: type) }
    return try Archive(.reference(1), type: .object, objects: [object]).decoded(as: type)
  }
}
