/// What an object in an archive consists of: the name of its type, the version, and its fields in
/// order.
///
/// A schema never changes. Types declare theirs once, in a `static let`:
///
/// ```swift
/// let schema = ArchiveSchema(
///   "Person", version: 2,
///   fields: [.init("name", String.self), .init("mail", String?.self, was: ["email"])])
/// print(schema)  // Person 2 (name: string, mail: string?)
/// ```
public final class ArchiveSchema: Sendable, CustomStringConvertible {
  /// What the schema describes.
  public enum Kind: Hashable, Sendable {
    /// A structure, written where it is used.
    case structure
    /// One level of a class; its superclass is named when it is archived too.
    case `class`(superclass: String?)
    /// A case of an enumeration.
    case enumCase(String)
    /// A group of fields, under a label, that an extension adds to a type.
    case `extension`(String)
  }

  /// A field: its name and the type of its value.
  public struct Field: Sendable {
    /// The name in the archive.
    public let name: String
    /// The type of the payload.
    public let type: ArchiveType
    /// Names that the field had in earlier versions; they are not archived.
    public let formerNames: [String]
    /// What an object of an earlier version is read with; it is not archived.
    let standard: FieldDefault?
    /// The name of the Swift property.
    ///
    /// It is `name`, unless `@Stored` gave the field another one. It is not archived.
    public let property: String
    /// The Swift type of the values, if it is known.
    ///
    /// It is not archived.
    package let valueType: (any ArchivableValue.Type)?

    init(
      _ name: String, _ type: ArchiveType, was formerNames: [String], property: String? = nil,
      standard: FieldDefault?, valueType: (any ArchivableValue.Type)?
    ) {
      (self.name, self.type, self.formerNames) = (name, type, formerNames)
      self.property = property ?? name
      (self.standard, self.valueType) = (standard, valueType)
    }

    /// Creates a field from what the format needs.
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
    /// Objects that were archived before there was this field are read with the default, and
    /// queries find them by it. A default that differs each time, such as `UUID()`, has one value
    /// for a store.
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
  /// What it describes.
  public let kind: Kind
  /// The fields, in the order in which they are archived.
  public let fields: [Field]
  /// Names that the type had in earlier versions; they are not archived.
  public let formerNames: [String]
  /// Whether objects may have fields beyond these; see `ArchiveExtensions`.
  public let isExtensible: Bool
  /// What a store does with another shape of the same version.
  public let evolution: ArchiveEvolution
  /// The bytes that stand for the schema, see `Docs/Format/Archive.md`.
  public let definition: [UInt8]
  /// The hash of the definition.
  public let digest: UInt64
  let layout: FieldLayout
  /// Fields that the type got later, and what objects of this schema are read with for them.
  package let added: [AddedField]
  /// Whether there are fields whose names differ, but only in the way in which Unicode writes the
  /// same text.
  let hasTwins: Bool

  /// Creates a schema of any kind.
  ///
  /// The names of the fields must differ; of two fields of one name the first counts.
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

  /// Creates the schema of a class, with its own fields only.
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

  /// The place of a field, or `nil`.
  ///
  /// Of fields whose names Unicode takes for the same text it is the one of the same bytes.
  ///
  /// - Complexity: O(fields).
  public func index(of name: String) -> Int? {
    if hasTwins, let exact = fields.firstIndex(where: { $0.name.hasSameUTF8(name) }) {
      return exact
    }
    return fields.firstIndex { $0.name == name }
  }

  /// The same for fields that are mostly asked for in their order.
  @inline(__always)
  func index(of name: String, after last: Int) -> Int? {
    let next = last &+ 1
    if next < fields.count, fields[next].name == name, !hasTwins { return next }
    return index(of: name)
  }

  /// The name, the version and the fields.
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

/// Equal are fields of the same names and type, whatever their defaults.
extension ArchiveSchema.Field: Hashable {
  /// Whether both have the same names and the same type.
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.type == b.type && a.formerNames == b.formerNames
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
    hasher.combine(formerNames)
  }
}

/// Equal are schemas that stand for the same: of equal definitions.
extension ArchiveSchema: Hashable {
  /// Whether both have the same definition.
  public static func == (a: ArchiveSchema, b: ArchiveSchema) -> Bool {
    a === b || (a.digest == b.digest && a.definition == b.definition)
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// What may become of a type whose fields changed while its version stayed.
public enum ArchiveEvolution: Hashable, Sendable {
  /// A change that loses nothing is recorded: fields with a default or that may be absent, wider
  /// numbers. For any other change writing fails with `schemaDrift`: give the type a new version,
  /// and a step.
  case strict
  /// Anything: the fields are found while a value is archived, and one version may have several
  /// shapes.
  case open
}
