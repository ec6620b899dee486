/// The schema of an archived object: the name and version of its type, and its fields in order.
///
/// A schema never changes. A type declares its schema once, in a `static let`:
///
/// ```swift
/// let schema = ArchiveSchema(
///   "Person", version: 2,
///   fields: [.init("name", String.self), .init("mail", String?.self, was: ["email"])])
/// print(schema)  // Person 2 (name: string, mail: string?)
/// ```
public final class ArchiveSchema: Sendable, CustomStringConvertible {
  /// The kind of type that a schema describes.
  public enum Kind: Hashable, Sendable {
    /// A structure, which is archived inline.
    case structure
    /// One level of a class; `superclass` is the name of an archivable superclass.
    case `class`(superclass: String?)
    /// A case of an enumeration, with the case's name.
    case enumCase(String)
    /// A group of fields that an extension adds to a type, with the extension's label.
    case `extension`(String)
  }

  /// A field: its name and the type of its value.
  public struct Field: Sendable {
    /// The name in the archive.
    public let name: String
    /// The type of the payload.
    public let type: ArchiveType
    /// Names of the field in earlier versions; not archived.
    public let formerNames: [String]
    /// The default for objects of an earlier version; not archived.
    let standard: FieldDefault?
    /// The name of the Swift property.
    ///
    /// The property is named `name` unless `@Stored` gives the field another name. Not archived.
    public let property: String
    /// The Swift type of the values, or `nil` if the type is not available.
    ///
    /// Not archived.
    package let valueType: (any ArchivableValue.Type)?

    init(
      _ name: String, _ type: ArchiveType, was formerNames: [String], property: String? = nil,
      standard: FieldDefault?, valueType: (any ArchivableValue.Type)?
    ) {
      (self.name, self.type, self.formerNames) = (name, type, formerNames)
      self.property = property ?? name
      (self.standard, self.valueType) = (standard, valueType)
    }

    /// Creates a field from the properties in the format.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - type: The type of the field's values.
    ///   - formerNames: The field's names in earlier versions.
    ///   - value: The field's value in objects that were archived without the field.
    public init(
      _ name: String, type: ArchiveType, was formerNames: [String] = [],
      default value: ArchiveValue? = nil
    ) {
      self.init(
        name, type, was: formerNames, standard: value.map { FieldDefault($0, type) },
        valueType: nil)
    }

    /// Creates a field for values of a Swift type.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - type: The type of the field's values.
    ///   - formerNames: The field's names in earlier versions.
    ///   - property: The name of the Swift property, if it differs from `name`.
    public init<T: ArchivableValue>(
      _ name: String, _ type: T.Type, was formerNames: [String] = [], property: String? = nil
    ) {
      self.init(
        name, T.archiveType, was: formerNames, property: property, standard: nil, valueType: type)
    }

    /// Creates a field for values of a Swift type, with a default.
    ///
    /// Objects archived without the field decode with the default, and queries find them by the
    /// default. A default that varies from call to call, such as `UUID()`, has one recorded value
    /// for each store.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - type: The type of the field's values.
    ///   - formerNames: The field's names in earlier versions.
    ///   - property: The name of the Swift property, if it differs from `name`.
    ///   - value: The field's value in objects that were archived without the field.
    public init<T: ArchivableValue>(
      _ name: String, _ type: T.Type, was formerNames: [String] = [], property: String? = nil,
      default value: @autoclosure @escaping @Sendable () throws -> T
    ) {
      self.init(
        name, T.archiveType, was: formerNames, property: property, standard: FieldDefault(value),
        valueType: type)
    }
  }

  /// The name of the type.
  public let name: String
  /// The version of the type, from 0 to 4,294,967,295.
  public let version: Int
  /// The kind of type that the schema describes.
  public let kind: Kind
  /// The fields in the order of the archive.
  public let fields: [Field]
  /// Names of the type in earlier versions; not archived.
  public let formerNames: [String]
  /// Whether objects may have additional fields; see `ArchiveExtensions`.
  public let isExtensible: Bool
  /// How a store treats a changed shape of the same version.
  public let evolution: ArchiveEvolution
  /// The encoded schema, as `Docs/Format/Archive.md` specifies.
  public let definition: [UInt8]
  /// The hash of the definition.
  public let digest: UInt64
  let layout: FieldLayout
  /// The records of fields that the type added later, with the defaults for objects of this schema.
  package let added: [AddedField]
  /// Whether different field names are canonically equivalent in Unicode.
  let hasTwins: Bool

  /// Creates a schema of any kind.
  ///
  /// Field names must be unique; the first of two fields with the same name is used.
  public convenience init(
    _ name: String, kind: Kind, version: Int = 1, was formerNames: [String] = [],
    fields: [Field], isExtensible: Bool = false, evolution: ArchiveEvolution = .strict
  ) {
    self.init(
      name, kind: kind, version: version, was: formerNames, fields: fields,
      isExtensible: isExtensible, evolution: evolution, added: [])
  }

  init(
    _ name: String, kind: Kind, version: Int, was formerNames: [String], fields: [Field],
    isExtensible: Bool, evolution: ArchiveEvolution, added: [AddedField]
  ) {
    self.added = added
    self.name = name
    self.formerNames = formerNames
    self.version = min(max(version, 0), Int(UInt32.max))
    self.kind = kind
    self.isExtensible = isExtensible
    self.evolution = evolution
    self.fields = fields
    let bytes = SchemaDefinition.bytes(
      name: name, kind: kind, version: self.version, fields: fields, isExtensible: isExtensible)
    definition = bytes
    digest = Checksum.rapidhash(bytes.span, seed: 0)
    layout = FieldLayout(fields, isExtensible: isExtensible)
    let isPlain = fields.allSatisfy { $0.name.utf8.allSatisfy { $0 < 0x80 } }
    hasTwins = !isPlain && Set(fields.lazy.map(\.name)).count < fields.count
  }

  /// Creates the schema of a structure.
  public convenience init(
    _ name: String, version: Int = 1, was formerNames: [String] = [], fields: [Field],
    isExtensible: Bool = false, evolution: ArchiveEvolution = .strict
  ) {
    self.init(
      name, kind: .structure, version: version, was: formerNames, fields: fields,
      isExtensible: isExtensible, evolution: evolution)
  }

  /// Creates the schema of a class, with only the class's own fields.
  public convenience init(
    class name: String, superclass: String? = nil, version: Int = 1,
    was formerNames: [String] = [], fields: [Field], isExtensible: Bool = false,
    evolution: ArchiveEvolution = .strict
  ) {
    self.init(
      name, kind: .class(superclass: superclass), version: version, was: formerNames,
      fields: fields, isExtensible: isExtensible, evolution: evolution)
  }

  /// Creates the schema of a case of an enumeration.
  public convenience init(
    enum name: String, case caseName: String, version: Int = 1, was formerNames: [String] = [],
    fields: [Field], evolution: ArchiveEvolution = .strict
  ) {
    self.init(
      name, kind: .enumCase(caseName), version: version, was: formerNames, fields: fields,
      evolution: evolution)
  }

  /// Returns the index of a field, or `nil` if no field has the name.
  ///
  /// Among canonically equivalent names, the name with the same bytes matches.
  ///
  /// - Complexity: O(fields).
  public func index(of name: String) -> Int? {
    if hasTwins, let exact = fields.firstIndex(where: { $0.name.hasSameUTF8(name) }) {
      return exact
    }
    return fields.firstIndex { $0.name == name }
  }

  /// Returns the index of a field, optimized for fields requested in order.
  @inline(__always)
  func index(of name: String, after last: Int) -> Int? {
    let next = last &+ 1
    if next < fields.count, fields[next].name == name, !hasTwins { return next }
    return index(of: name)
  }

  /// The name, the version, and the fields.
  public var description: String {
    let title =
      switch kind {
      case .structure, .class(superclass: nil): "\(name) \(version)"
      case .class(let superclass?): "\(name): \(superclass) \(version)"
      case .enumCase(let caseName): "\(name).\(caseName) \(version)"
      case .extension(let label): "\(name) (\(label)) \(version)"
      }
    return title + " (" + fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ") + ")"
  }
}

/// Fields are equal if their names and types are equal, whatever their defaults.
extension ArchiveSchema.Field: Hashable {
  /// Returns whether both fields have the same names and the same type.
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.type == b.type && a.formerNames == b.formerNames
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
    hasher.combine(formerNames)
  }
}

/// Schemas are equal if their definitions are equal.
extension ArchiveSchema: Hashable {
  /// Returns whether both schemas have the same definition.
  public static func == (a: ArchiveSchema, b: ArchiveSchema) -> Bool {
    a === b || (a.digest == b.digest && a.definition == b.definition)
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The changes that a type's fields may have without a new version.
public enum ArchiveEvolution: Hashable, Sendable {
  /// Allows changes that lose nothing: fields with a default, optional fields, and wider numbers.
  ///
  /// Writing after any other change fails with `schemaDrift`. The type then needs a new version and
  /// a migration step.
  case strict
  /// Allows any change: archiving a value determines its fields, and one version may have several
  /// shapes.
  case open
}
