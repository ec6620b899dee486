/// The schema of an archived object: the name and version of its type, and the fields in order.
///
/// A schema never changes, so several threads may use one schema. A type declares its schema once,
/// in a `static let`:
///
/// ```swift
/// let schema = ArchiveSchema(
///   "Person", version: 2,
///   fields: [.init("name", String.self), .init("mail", String?.self, was: ["email"])])
/// print(schema)  // Person 2 (name: string, mail: string?)
/// ```
public final class ArchiveSchema: Sendable, CustomStringConvertible {
  /// A field: its name and the type of its values.
  public struct Field: Sendable {
    /// The name in the archive.
    public let name: String
    /// The type of the values in the archive.
    public let type: ArchiveType
    /// The names of the field in earlier versions; archives do not contain these names.
    public let formerNames: [String]
    /// The default for objects of an earlier version; archives do not contain the default.
    let standard: FieldDefault?
    /// The name of the Swift property; archives do not contain this name.
    ///
    /// By default, the name equals the field's name. The macro `@Stored` gives the field another
    /// name.
    public let property: String
    /// The Swift type of the values; archives do not contain this type.
    ///
    /// The value is `nil` for fields from an archive, for fields declared with an ``ArchiveType``,
    /// and for `Codable` types.
    package let valueType: (any SendableMetatype.Type)?

    init(
      _ name: String, _ type: ArchiveType, was formerNames: [String], property: String? = nil,
      standard: FieldDefault?, valueType: (any SendableMetatype.Type)?
    ) {
      (self.name, self.type, self.formerNames) = (name, type, formerNames)
      self.property = property ?? name
      (self.standard, self.valueType) = (standard, valueType)
    }
  }

  /// The name of the type.
  public let name: String
  /// The version of the type, from 0 to 4,294,967,295.
  public let version: Int
  /// The kind of type that the schema describes.
  public let kind: ArchivedKind
  /// The fields, in the order of their values in archived objects.
  public let fields: [Field]
  /// The names of the type in earlier versions; archives do not contain these names.
  public let formerNames: [String]
  /// Whether objects may have further fields, which a property of type ``ArchiveExtensions`` holds.
  public let isExtensible: Bool
  /// The changes that a store accepts without a new version of the type.
  public let evolution: ArchiveEvolution
  /// The schema as bytes, which `Docs/Format/Archive.md` specifies.
  public let definition: [UInt8]
  /// The 64-bit hash of the definition.
  public let digest: UInt64
  /// The positions of the fields in the bytes of an object.
  let layout: FieldLayout
  /// The records of the fields that the type added later, with the defaults for objects of this
  /// schema.
  package let added: [AddedField]
  /// Whether two field names are canonically equivalent in Unicode but differ in UTF-8.
  let hasTwins: Bool

  /// Creates a schema of any kind.
  ///
  /// The names of the fields must be unique; lookups find the first of two fields with one name.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - kind: The kind of type.
  ///   - version: The version of the type; clamped to 0...4,294,967,295.
  ///   - formerNames: The names of the type in earlier versions.
  ///   - fields: The fields, in the order of their values in archived objects.
  ///   - isExtensible: Whether the type has a property of type ``ArchiveExtensions``.
  public init(
    _ name: String, kind: Kind, version: Int = 1, was formerNames: [String] = [],
    fields: [Field], isExtensible: Bool = false
  ) {
    self.name = name
    self.formerNames = formerNames
    self.version = min(max(version, 0), Int(UInt32.max))
    self.kind = kind
    self.isExtensible = isExtensible
    self.fields = fields
    (evolution, added) = (.strict, [])
    let bytes = Self.definition(
      name: name, kind: kind, version: self.version, fields: fields, isExtensible: isExtensible)
    definition = bytes
    digest = Checksum.rapidhash(bytes.span, seed: 0)
    layout = FieldLayout(fields.lazy.map(\.type), isExtensible: isExtensible)
    let isPlain = fields.allSatisfy { $0.name.utf8.allSatisfy { $0 < 0x80 } }
    hasTwins = !isPlain && Set(fields.lazy.map(\.name)).count < fields.count
  }

  /// Creates a copy of a schema with another evolution and other records of added fields.
  init(copying other: ArchiveSchema, evolution: ArchiveEvolution, added: [AddedField]) {
    self.evolution = evolution
    self.added = added
    (name, formerNames, version, kind) = (other.name, other.formerNames, other.version, other.kind)
    (fields, isExtensible) = (other.fields, other.isExtensible)
    (definition, digest) = (other.definition, other.digest)
    (layout, hasTwins) = (other.layout, other.hasTwins)
  }

  /// Returns whether both schemas have fields of the same names and types in the same order.
  func hasFields(of other: ArchiveSchema) -> Bool {
    fields.elementsEqual(other.fields) { $0.name == $1.name && $0.type == $1.type }
  }

  /// Returns the index of a field, or `nil` if no field has the name.
  ///
  /// Among canonically equivalent names, the name with the same UTF-8 takes precedence.
  ///
  /// - Complexity: O(f) for f fields.
  public func index(of name: String) -> Int? {
    if hasTwins, let exact = fields.firstIndex(where: { $0.name.hasSameUTF8(name) }) {
      return exact
    }
    return fields.firstIndex { $0.name == name }
  }

  /// Returns the index of a field, in constant time for the field after the index `last`.
  ///
  /// Returns `nil` if no field has the name.
  @inline(__always)
  func index(of name: String, after last: Int) -> Int? {
    let next = last &+ 1
    if next < fields.count, fields[next].name == name, !hasTwins { return next }
    return index(of: name)
  }

  /// The name, the version, and the fields, such as `Person 2 (name: string)`.
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

/// Fields are equal if their names, types, and former names are equal.
extension ArchiveSchema.Field: Hashable {
  /// Returns whether both fields have the same name, type, and former names.
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.type == b.type && a.formerNames == b.formerNames
  }

  /// Hashes the name, the type, and the former names.
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

/// The changes of a type that a store accepts without a new version.
public enum ArchiveEvolution: Hashable, Sendable {
  /// Changes that lose nothing, such as new fields with a default, new optional fields, and wider
  /// numbers.
  ///
  /// After any other change, storing a value throws `StoreError` with `schemaDrift`. The type then
  /// needs a new version and a migration step.
  case strict
  /// Any change: each value determines its fields, so one version may have several schemas.
  case open
}
