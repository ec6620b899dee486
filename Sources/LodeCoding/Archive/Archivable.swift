/// A value that can be in an archive.
///
/// Lode's conformers are `Bool`, the integers up to 64 bits, `Float`, `Double`, `String`, `Data`,
/// `Date`, `UUID`, `Decimal`, `URL`, and optionals, arrays, sets, dictionaries and ranges of these.
/// An enumeration with raw values only has to say so:
///
/// ```swift
/// enum Colour: String, ArchivableValue { case red, green }
/// ```
///
/// Types with fields are ``Archivable``, ``ArchivableEnum`` or ``ArchivableClass``.
public protocol ArchivableValue: SendableMetatype {
  /// What there is when the value is not nil: the type itself, and for an optional the type inside.
  associatedtype Unwrapped: ArchivableValue = Self

  /// The type that stands in a schema for this one.
  static var archiveType: ArchiveType { get }

  /// How many bytes every payload has, or zero when that differs; as ``archiveType`` says.
  static var fixedArchiveSize: Int { get }

  /// Appends the payload.
  func archive(into writer: inout ArchiveWriter) throws

  /// Reads the payload on which the reader stands.
  static func unarchive(from reader: inout ArchiveReader) throws -> Self

  /// Archives the value as the next field of an object.
  ///
  /// Optionals and values of fixed width have their own ways; no other type needs one.
  func archiveField(into writer: inout ArchiveWriter) throws

  /// Reads the value from a field of an object; `nil` when it is not there.
  static func unarchiveField(_ field: Int, from reader: inout ArchiveReader) throws -> Self?
}

extension ArchivableValue {
  /// What ``archiveType`` says.
  @inlinable
  public static var fixedArchiveSize: Int { archiveType.fixedSize ?? 0 }

  /// Archives the value among the fixed or among the variable fields.
  @inlinable @inline(__always)
  public func archiveField(into writer: inout ArchiveWriter) throws {
    if Self.fixedArchiveSize > 0 {
      try writer.encodeFixed(self)
    } else {
      try writer.encodeVariable(self)
    }
  }

  /// Reads the value where the field lies.
  @inlinable @inline(__always)
  public static func unarchiveField(
    _ field: Int, from reader: inout ArchiveReader
  ) throws -> Self? {
    try reader.field(field, as: Self.self)
  }
}

/// A type whose values are objects with the fields of a schema: ``Archivable`` or
/// ``ArchivableClass``.
public protocol ArchivableObject: ArchivableValue {
  /// Names for the fields, of which queries with types are made: a type with a static
  /// ``ArchivedField`` for each.
  ///
  /// `@Archivable` writes it. By hand it is wanted only where the fields are asked for in queries.
  associatedtype ArchiveFields = Never

  /// The name, version and own fields of the type; the same instance at every call.
  static var archiveSchema: ArchiveSchema { get }
}

/// A structure whose fields are declared by a schema.
///
/// `@Archivable` writes the conformance. By hand, as in ``ArchiveWriter``: `encode(to:)` gives the
/// fields in the order of the schema, `init(from:)` asks for them by their places in it.
public protocol Archivable: ArchivableObject {
  /// Archives every field of the schema, in its order.
  func encode(to archive: inout ArchiveWriter) throws
  /// Reads the fields, by their places in the schema.
  init(from archive: inout ArchiveReader) throws
}

extension Archivable {
  /// An object.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Objects have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the object.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    let outer = try writer.beginObject(Self.archiveSchema)
    try encode(to: &writer)
    try writer.endObject(outer)
  }

  /// Reads an object of this type, of whatever version.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginObject(Self.archiveSchema)
    defer { reader.endObject(outer) }
    return try Self(from: &reader)
  }
}

/// An enumeration whose cases have payloads, or no raw values.
///
/// `@Archivable` writes the conformance. Each case has a schema of its own.
public protocol ArchivableEnum: ArchivableValue {
  /// The schemas of the cases, in their order; the same instances at every call.
  static var archiveSchemas: [ArchiveSchema] { get }
  /// The place of the value's case in ``archiveSchemas``.
  var archiveCase: Int { get }
  /// Archives the payload of the case, in the order of its schema.
  func encode(to archive: inout ArchiveWriter) throws
  /// Reads a value: asks `enterCase` for the case, and then for its fields.
  init(from archive: inout ArchiveReader) throws
}

extension ArchivableEnum {
  /// An object.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Objects have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the case.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    let outer = try writer.beginObject(Self.archiveSchemas[archiveCase])
    try encode(to: &writer)
    try writer.endObject(outer)
  }

  /// Reads a case of this type.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginCase()
    defer { reader.endObject(outer) }
    return try Self(from: &reader)
  }
}

/// A class whose instances are shared in an archive as they are in memory.
///
/// `@Archivable` writes the conformance. An instance stands once in an archive, however many
/// references there are to it, and each class of its inheritance has its own fields and version.
public protocol ArchivableClass: AnyObject, ArchivableObject {
  /// Archives the fields of every level: the superclass's `encode(to:)` first, then `beginLevel`
  /// and the own fields.
  func encode(to archive: inout ArchiveWriter) throws
  /// Reads the fields: `enterLevel` and the own fields first, then the superclass's `init(from:)`.
  init(from archive: inout ArchiveReader) throws
}

extension ArchivableClass {
  /// An object.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// References have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends a reference; the object itself comes behind the archived value.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(referenceTo: self, isConditional: false)
  }

  /// The instance that the reference stands for, made once.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    try reader.reference(as: Self.self)
  }
}
