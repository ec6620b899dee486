/// An object in an archive, without the Swift type that wrote the object.
///
/// ```swift
/// var person = ArchivedObject("Person", version: 2, fields: [.init("name", "Ada")])
/// person["born"] = 1815
/// print(person["name"]?.string ?? "", person.schema)
/// ```
public struct ArchivedObject: Hashable, Sendable {
  /// A field: its name, its type in archives, and its value.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The type of the value in archives.
    public var type: ArchiveType
    /// The value; ``ArchiveValue/null`` for a nil field.
    public var value: ArchiveValue

    /// Creates a field with a type that can hold the value.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - type: The type of the value in archives.
    ///   - value: The value.
    public init(_ name: String, type: ArchiveType, _ value: ArchiveValue) {
      self.name = name
      self.type = type
      self.value = value
    }
  }

  /// The fields that the object's type does not declare, and that share a label.
  ///
  /// Each other module adds fields under its own label. The empty label marks fields that another
  /// version of the type declared.
  public struct Group: Hashable, Sendable {
    /// The label, unique in the object.
    public var label: String
    /// The version of the group.
    public var version: Int
    /// The fields of the group.
    public var fields: [Field]

    /// Creates a group of fields.
    ///
    /// - Parameters:
    ///   - label: The label; the empty label is reserved for fields that another version of the
    ///     type declared.
    ///   - version: The version of the group.
    ///   - fields: The fields.
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
  /// The kind of the type: a structure, a class, or a case of an enumeration.
  public var kind: ArchivedKind
  /// The fields of the type, without the fields of a superclass, in the order of the schema.
  public var fields: [Field]
  /// The groups of fields that the type does not declare.
  ///
  /// In a decoded object, the groups are sorted by the UTF-8 of their labels. Encoding sorts the
  /// groups. The value is `nil` if the type is not extensible.
  public var extensions: [Group]?
  /// The fields of the superclass as a single element, or an empty array.
  ///
  /// A structure cannot contain a value of its own type, but can contain an array of such values.
  private var superclassPart: [ArchivedObject]

  /// The fields of the superclass, or `nil` without a superclass.
  public var superclass: ArchivedObject? {
    get { superclassPart.first }
    set { superclassPart = newValue.map { [$0] } ?? [] }
  }

  /// Creates an object.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - version: The version of the type.
  ///   - kind: The kind of the type.
  ///   - fields: The fields of the type, without the fields of a superclass.
  ///   - extensions: The groups of fields that the type does not declare; `nil` if the type is not
  ///     extensible.
  ///   - superclass: The fields of the superclass; `nil` without a superclass.
  public init(
    _ name: String, version: Int = 1, kind: ArchivedKind = .structure, fields: [Field],
    extensions: [Group]? = nil, superclass: ArchivedObject? = nil
  ) {
    self.name = name
    self.version = version
    self.kind = kind
    self.fields = fields
    self.extensions = extensions
    superclassPart = superclass.map { [$0] } ?? []
  }
}
