/// A value that an archive can contain.
///
/// Lode's conformers are `Bool`, the integers up to 64 bits, `Float`, `Double`, `String`, `Data`,
/// `Date`, `UUID`, `Decimal`, and `URL`. Optionals, arrays, sets, dictionaries, and ranges of these
/// types conform too. An enumeration with raw values only declares the conformance:
///
/// ```swift
/// enum Colour: String, ArchivableValue { case red, green }
/// ```
///
/// Types with fields conform to ``Archivable``, ``ArchivableEnum``, or ``ArchivableClass``.
public protocol ArchivableValue: SendableMetatype {
  /// The type without its optionality: for an optional the wrapped type, otherwise the type itself.
  associatedtype Unwrapped: ArchivableValue = Self

  /// The type's representation in a schema.
  static var archiveType: ArchiveType { get }

  /// The number of bytes of every payload, or zero if payloads vary in size.
  ///
  /// The value agrees with ``archiveType``.
  static var fixedArchiveSize: Int { get }

  /// Appends the payload.
  func archive(into writer: inout ArchiveWriter) throws

  /// Decodes the payload at the reader's position.
  static func unarchive(from reader: inout ArchiveReader) throws -> Self

  /// Archives the value as the next field of an object.
  ///
  /// Optionals and values of fixed width have their own implementations; no other type needs one.
  func archiveField(into writer: inout ArchiveWriter) throws

  /// Decodes the value from a field of an object, or returns `nil` if the field is absent.
  static func unarchiveField(_ field: Int, from reader: inout ArchiveReader) throws -> Self?
}

extension ArchivableValue {
  /// The fixed size of ``archiveType``, or zero.
  @inlinable
  public static var fixedArchiveSize: Int { archiveType.fixedSize ?? 0 }

  /// Archives the value as a fixed or a variable field.
  @inlinable @inline(__always)
  public func archiveField(into writer: inout ArchiveWriter) throws {
    if Self.fixedArchiveSize > 0 {
      try writer.encodeFixed(self)
    } else {
      try writer.encodeVariable(self)
    }
  }

  /// Decodes the value from the field's position.
  @inlinable @inline(__always)
  public static func unarchiveField(
    _ field: Int, from reader: inout ArchiveReader
  ) throws -> Self? {
    try reader.field(field, as: Self.self)
  }
}

/// A type whose values are objects with the fields of a schema.
///
/// Types conform through ``Archivable`` or ``ArchivableClass``.
public protocol ArchivableObject: ArchivableValue {
  /// A type with a static ``ArchivedField`` for each field, used by typed queries.
  ///
  /// `@Archivable` generates the type. A manual conformance needs the type only if queries use the
  /// fields.
  associatedtype ArchiveFields = Never

  /// The name, version, and own fields of the type; every call returns the same instance.
  static var archiveSchema: ArchiveSchema { get }
}

/// A structure whose fields are declared by a schema.
///
/// `@Archivable` generates the conformance. ``ArchiveWriter`` shows a manual conformance:
/// `encode(to:)` writes the fields in the order of the schema, and `init(from:)` reads them by
/// their positions in the schema.
public protocol Archivable: ArchivableObject {
  /// Archives every field in the order of the schema.
  func encode(to archive: inout ArchiveWriter) throws
  /// Decodes the fields by their positions in the schema.
  init(from archive: inout ArchiveReader) throws
}

extension Archivable {
  /// The object type.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Zero, because objects have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the object.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    let outer = try writer.beginObject(Self.archiveSchema)
    try encode(to: &writer)
    try writer.endObject(outer)
  }

  /// Decodes an object of this type, written by any version of the type.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginObject(Self.archiveSchema)
    defer { reader.endObject(outer) }
    return try Self(from: &reader)
  }
}

/// An enumeration whose cases have associated values, or that has no raw values.
///
/// `@Archivable` generates the conformance. Each case has its own schema.
public protocol ArchivableEnum: ArchivableValue {
  /// The schemas of the cases in their order; every call returns the same instances.
  static var archiveSchemas: [ArchiveSchema] { get }
  /// The index of the value's case in ``archiveSchemas``.
  var archiveCase: Int { get }
  /// Archives the case's payload in the order of its schema.
  func encode(to archive: inout ArchiveWriter) throws
  /// Decodes a value: `enterCase` returns the case, and then the reader returns the fields.
  init(from archive: inout ArchiveReader) throws
}

extension ArchivableEnum {
  /// The object type.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Zero, because objects have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the case.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    let outer = try writer.beginObject(Self.archiveSchemas[archiveCase])
    try encode(to: &writer)
    try writer.endObject(outer)
  }

  /// Decodes a case of this type.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginCase()
    defer { reader.endObject(outer) }
    return try Self(from: &reader)
  }
}

/// A class whose instances are shared in an archive as they are in memory.
///
/// `@Archivable` generates the conformance. An archive contains an instance once, regardless of the
/// number of references. Each class of the inheritance chain has its own fields and version.
public protocol ArchivableClass: AnyObject, ArchivableObject {
  /// Archives the fields of every level.
  ///
  /// The superclass's `encode(to:)` comes first, then `beginLevel` and the class's own fields.
  func encode(to archive: inout ArchiveWriter) throws
  /// Decodes the fields of every level.
  ///
  /// `enterLevel` and the class's own fields come first, then the superclass's `init(from:)`.
  init(from archive: inout ArchiveReader) throws
}

extension ArchivableClass {
  /// The object type.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Zero, because references have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends a reference; the object itself follows the archived value.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(referenceTo: self, isConditional: false)
  }

  /// Returns the referenced instance, which is created once.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    try reader.reference(as: Self.self)
  }
}
