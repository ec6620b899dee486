public import LodeCoding
internal import LodeStore

extension ArchivableValue {
  /// Takes over the values of fields that another structure or instance has under the same names.
  ///
  /// ```swift
  /// var contact = Contact(name: "Ada")
  /// try contact.merge(PhoneRow(name: "Ada", phone: "12345"), .fillMissing)
  /// ```
  ///
  /// Names are the names in archives. Fields that only one of the two has are ignored. Values are
  /// converted as when an older archive is read.
  ///
  /// - Complexity: O(bytes) of both.
  /// - Throws: `ArchiveError` with `typeMismatch` when a value is of another type, or one of the
  ///   two holds further instances of classes; then nothing has changed.
  public mutating func merge<Other: ArchivableValue>(
    _ other: Other, _ policy: MergePolicy
  ) throws {
    var fields = try ArchivedFields(self)
    fields.merge(try ArchivedFields(other).object, policy)
    self = try fields.decoded(as: Self.self)
  }

  /// The part of the value that a structure with some of its fields can hold.
  ///
  /// ```swift
  /// let row = try contact.slice(as: PhoneRow.self)
  /// ```
  ///
  /// - Complexity: O(bytes).
  /// - Throws: `ArchiveError` with `missingField` when the structure has a field without default
  ///   that the value lacks; `typeMismatch`.
  public func slice<Part: Archivable>(as type: Part.Type) throws -> Part {
    try Archive(archiving: self).slice(as: type, Part.archiveSchema)
  }
}

extension Archive {
  /// The part of the archived value that a type of that schema can hold.
  func slice<Part: ArchivableValue>(as type: Part.Type, _ schema: ArchiveSchema) throws -> Part {
    var object = try ArchivedFields(self).object
    let fields = object.allFields.filter { schema.index(of: $0.name) != nil }
    object = ArchivedObject(
      schema.name, version: schema.version, kind: schema.kind, fields: fields)
    if schema.kind == .structure { return try Archive(.object(object)).decoded(as: type) }
    return try Archive(.reference(1), type: .object, objects: [object]).decoded(as: type)
  }
}
