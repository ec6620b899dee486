/// An object in an archive, as it is without the Swift type that wrote it.
public struct ArchivedObject: Hashable, Sendable {
  /// A field: its name, the type of its payload, and its value.
  public struct Field: Hashable, Sendable {
    /// The name in the archive.
    public var name: String
    /// The type of the payload.
    public var type: ArchiveType
    /// The value.
    public var value: ArchiveValue

    /// Creates a field.
    public init(_ name: String, type: ArchiveType, _ value: ArchiveValue) {
      self.name = name
      self.type = type
      self.value = value
    }
  }

  /// Fields that an extension of the type added, under its label.
  public struct Group: Hashable, Sendable {
    /// The label.
    public var label: String
    /// The version of the group.
    public var version: Int
    /// The fields.
    public var fields: [Field]

    /// Creates a group.
    public init(_ label: String, version: Int = 1, fields: [Field]) {
      self.label = label
      self.version = version
      self.fields = fields
    }
  }

  /// The name of the type.
  public var name: String
  /// The version of the type that wrote the object.
  public var version: Int
  /// What it is an object of.
  public var kind: ArchiveSchema.Kind
  /// The own fields, in the order of the schema.
  public var fields: [Field]
  /// The groups of fields that extensions added, in the order of the labels' bytes; `nil` when the type has no place for these.
  public var extensions: [Group]?
  /// No element, or the part of the object that belongs to the superclass.
  private var superclassPart: [ArchivedObject]

  /// The part of the object that belongs to the superclass.
  public var superclass: ArchivedObject? {
    get { superclassPart.first }
    set { superclassPart = newValue.map { [$0] } ?? [] }
  }

  /// Creates an object.
  public init(
    _ name: String, version: Int = 1, kind: ArchiveSchema.Kind = .structure, fields: [Field],
    extensions: [Group]? = nil, superclass: ArchivedObject? = nil
  ) {
    self.name = name
    self.version = version
    self.kind = kind
    self.fields = fields
    self.extensions = extensions
    superclassPart = superclass.map { [$0] } ?? []
  }

  /// The schema of the object's own level.
  public var schema: ArchiveSchema {
    ArchiveSchema(
      name, kind: kind, version: version,
      fields: fields.map { ArchiveSchema.Field($0.name, type: $0.type) },
      isExtensible: extensions != nil)
  }
}

extension ArchivedObject {
  /// The schema, when it can be archived.
  func checkedSchema() throws(ArchiveError) -> ArchiveSchema {
    try Self.check(fields, of: name)
    return schema
  }

  fileprivate static func check(_ fields: [Field], of name: String) throws(ArchiveError) {
    guard Set(fields.lazy.map { Array($0.name.utf8) }).count == fields.count else {
      throw ArchiveError(.wrongFields, "\(name) has two fields of one name")
    }
    for field in fields {
      guard field.type.isValid else {
        throw ArchiveError(.tooDeep, "the type of \(name).\(field.name) has more than 16 codes")
      }
      guard field.type.holdsNoNull else {
        throw ArchiveError(
          .typeMismatch, "\(name).\(field.name) is of type null, which only an any can hold")
      }
    }
  }
}

extension ArchivedObject.Group {
  /// The schema of the group in an object of a type.
  func schema(of name: String) throws(ArchiveError) -> ArchiveSchema {
    try ArchivedObject.check(fields, of: "\(name) (\(label))")
    // Each object has its own fields of an extension.
    return ArchiveSchema(
      name, kind: .extension(label), version: version,
      fields: fields.map { ArchiveSchema.Field($0.name, type: $0.type) }, evolution: .open)
  }
}
