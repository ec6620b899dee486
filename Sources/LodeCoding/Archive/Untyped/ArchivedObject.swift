/// An object in an archive, without the Swift type that wrote it.
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

  /// The fields that an extension added to the type, under the extension's label.
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
  /// The kind of type that the object belongs to.
  public var kind: ArchiveSchema.Kind
  /// The object's own fields, in the order of the schema.
  public var fields: [Field]
  /// The groups of extension fields, sorted by the bytes of their labels.
  ///
  /// The value is `nil` if the type is not extensible.
  public var extensions: [Group]?
  /// The superclass's part of the object as a single element, or an empty array.
  private var superclassPart: [ArchivedObject]

  /// The superclass's part of the object, or `nil` without a superclass.
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
