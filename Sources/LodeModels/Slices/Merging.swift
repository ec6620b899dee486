public import LodeCoding
internal import LodeStore

extension ArchivableValue {
  /// Copies the values of fields from another structure or class instance.
  ///
  /// ```swift
  /// // Contact and PhoneRow both have the fields `name` and `phone`.
  /// var contact = Contact(name: "Ada")
  /// try contact.merge(PhoneRow(name: "Ada", phone: "12345"), .fillMissing)
  /// ```
  ///
  /// Fields match by their names in archives. The call ignores fields that only one value has. If
  /// the types of a field differ, the call converts the value as in reading an older archive:
  /// numbers become wider, and values become optional. If the receiver is a class instance, the
  /// variable afterwards refers to a new instance. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - other: The structure or class instance whose values the call copies.
  ///   - policy: Whether the call copies every field, or only fills fields that are `nil`.
  /// - Complexity: O(size of both values).
  /// - Throws: One of these errors:
  ///   - `ArchiveError` with `typeMismatch` if a value has no fields, or a property holds a class
  ///     instance.
  ///   - `ArchiveError` with `typeMismatch` if a field cannot have the copied value.
  ///   - `ArchiveError` with another code if a value cannot be archived or decoded.
  public mutating func merge<Other: ArchivableValue>(
    _ other: Other, _ policy: MergePolicy
  ) throws {
    var fields = try ArchivedFields(self)
    fields.merge(try ArchivedFields(other).object) { old, _ in
      policy == .override || old == .null
    }
    self = try fields.decoded(as: Self.self)
  }

  /// Returns a structure with some of the value's fields.
  ///
  /// ```swift
  /// let row = try contact.slice(as: PhoneRow.self)
  /// ```
  ///
  /// Fields match by their names in archives.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: `ArchiveError` with one of these codes:
  ///   - `missingField` if the value lacks a field of the structure, and the field has no default.
  ///   - `typeMismatch` if the value has no fields, or a property holds a class instance.
  ///   - `typeMismatch` if a field of the structure cannot have the copied value.
  ///   - Another code if the value cannot be archived.
  public func slice<Part: Archivable>(as type: Part.Type) throws -> Part {
    try Archive(archiving: self).slice(as: type, Part.archiveSchema)
  }
}

extension Archive {
  /// Returns the archived value as another type, with the fields that the schema of that type has.
  func slice<Part: ArchivableValue>(as type: Part.Type, _ schema: ArchiveSchema) throws -> Part {
    var object = try ArchivedFields(self).object
    let fields = object.allFields.filter { schema.index(of: $0.name) != nil }
    object = ArchivedObject(
      schema.name, version: schema.version, kind: schema.kind, fields: fields)
    if schema.kind == .structure { return try Archive(.object(object)).decoded(as: type) }
    return try Archive(.reference(1), type: .object, objects: [object]).decoded(as: type)
  }
}
