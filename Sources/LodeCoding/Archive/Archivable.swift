/// A value that an archive can contain.
///
/// `Bool`, the integers up to 64 bits, `Float`, `Double`, `Decimal`, `String`, `Substring`,
/// `Character`, `Data`, `Date`, `UUID`, `URL`, ``Blob``, and ``ArchiveValue`` conform. Optionals,
/// arrays, sets, dictionaries, and ranges of conforming types conform too. An enumeration with raw
/// values needs no code besides the conformance:
///
/// ```swift
/// enum Colour: String, ArchivableValue { case red, green }
/// ```
///
/// Structures conform to ``Archivable``, enumerations without raw values to ``ArchivableEnum``, and
/// classes to ``ArchivableClass``. The *payload* of a value is the value's bytes in an archive,
/// without the value's type.
public protocol ArchivableValue: SendableMetatype {
  /// For an optional, the type inside all optionals, such as `Int` for `Int??`; otherwise `Self`.
  associatedtype Unwrapped: ArchivableValue = Self

  /// The type that schemas record for the payload.
  static var archiveType: ArchiveType { get }

  /// The size of every payload in bytes, or zero if payloads vary in size.
  ///
  /// The size equals `archiveType.fixedSize ?? 0`.
  static var fixedArchiveSize: Int { get }

  /// Appends the payload.
  ///
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or any
  ///   error that the conforming type throws.
  func archive(into writer: inout ArchiveWriter) throws

  /// Decodes the payload at the reader's position.
  ///
  /// - Throws: Any error that the conforming type throws, or ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  static func unarchive(from reader: inout ArchiveReader) throws -> Self

  /// Archives the value as the next field of an object.
  ///
  /// The default implementation suits every type except optionals.
  ///
  /// - Throws: Any error that the conforming type throws, or ``ArchiveError`` with one of these
  ///   codes:
  ///   - `wrongFields` if the schema has no more fields.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  func archiveField(into writer: inout ArchiveWriter) throws

  /// Decodes the value from a field of an object.
  ///
  /// Returns `nil` if the field is nil, or if the field is absent and has no default. For an
  /// optional type, the result is `.some(nil)` in both cases.
  ///
  /// - Parameters:
  ///   - field: The index of the field in the type's schema.
  ///   - reader: A reader inside the object.
  /// - Throws: Any error that the conforming type or the field's default throws, or
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to this type.
  ///   - `wrongFields` if the object's type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  static func unarchiveField(_ field: Int, from reader: inout ArchiveReader) throws -> Self?
}

extension ArchivableValue {
  /// The size of every payload of ``archiveType`` in bytes, or zero if payloads vary in size.
  @inlinable public static var fixedArchiveSize: Int { archiveType.fixedSize ?? 0 }

  /// Archives the value as the next field of an object, with fixed or variable width.
  ///
  /// - Throws: Any error that the conforming type throws, or ``ArchiveError`` with one of these
  ///   codes:
  ///   - `wrongFields` if the schema has no more fields.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  @inlinable @inline(__always)
  public func archiveField(into writer: inout ArchiveWriter) throws {
    if Self.fixedArchiveSize > 0 {
      try writer.encodeFixed(self)
    } else {
      try writer.encodeVariable(self)
    }
  }

  /// Decodes the value from a field of an object.
  ///
  /// Returns `nil` if the field is nil, or if the field is absent and has no default.
  ///
  /// - Throws: Any error that the conforming type or the field's default throws, or
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to this type.
  ///   - `wrongFields` if the object's type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable @inline(__always)
  public static func unarchiveField(
    _ field: Int, from reader: inout ArchiveReader
  ) throws -> Self? {
    try reader.field(field, as: Self.self)
  }
}

/// A type whose values are objects with the fields of one schema.
///
/// Types conform through ``Archivable`` or ``ArchivableClass``.
public protocol ArchivableObject: ArchivableValue {
  /// A type with a static ``ArchivedField`` for each field, used by typed queries.
  ///
  /// `@Archivable` generates the type. A manual conformance needs the type only if queries use the
  /// fields.
  associatedtype ArchiveFields = Never

  /// The type's name, version, and own fields; every access returns the same instance.
  static var archiveSchema: ArchiveSchema { get }
}

extension ArchivableObject {
  /// The type of objects and of references to instances.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Zero, because objects and references vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }
}

/// A structure whose schema declares the fields.
///
/// `@Archivable` generates the conformance. A manual conformance writes and reads the fields
/// itself:
///
/// ```swift
/// struct Point: Archivable {
///   var x = 0.0
///   var y = 0.0
///   static let archiveSchema = ArchiveSchema(
///     "Point", fields: [.init("x", Double.self), .init("y", Double.self)])
///   func encode(to archive: inout ArchiveWriter) throws {
///     try archive.encode(x)
///     try archive.encode(y)
///   }
///   init(from archive: inout ArchiveReader) throws {
///     x = try archive.decode(0)
///     y = try archive.decode(1)
///   }
/// }
/// ```
public protocol Archivable: ArchivableObject {
  /// Archives every field in the order of the schema.
  ///
  /// - Throws: Any error; archiving then fails with the same error.
  func encode(to archive: inout ArchiveWriter) throws
  /// Decodes the fields by their indexes in the schema.
  ///
  /// - Throws: Any error; decoding then fails with the same error.
  init(from archive: inout ArchiveReader) throws
}

extension Archivable {
  /// Appends the object.
  ///
  /// - Throws: Any error that `encode(to:)` throws, or ``ArchiveError`` with one of these codes:
  ///   - `wrongFields` if `encode(to:)` does not write the fields of the schema.
  ///   - `tooDeep` if the nesting exceeds the limit.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    let outer = try writer.beginObject(Self.archiveSchema)
    try encode(to: &writer)
    try writer.endObject(outer)
  }

  /// Decodes an object of this type.
  ///
  /// The object may have any version up to the version of ``archiveSchema``, or a later version
  /// with the same fields.
  ///
  /// - Throws: Any error that `init(from:)` throws, or ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the object has another type, or `futureVersion` if a later version with
  ///     other fields wrote the object.
  ///   - `tooDeep` if the nesting exceeds the limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginObject(Self.archiveSchema)
    defer { reader.endObject(outer) }
    return try Self(from: &reader)
  }
}

/// An enumeration without raw values, whose cases may have associated values.
///
/// `@Archivable` generates the conformance. Each case has its own schema:
///
/// ```swift
/// enum Shape: ArchivableEnum {
///   case circle(radius: Double)
///   case nothing
///   static let archiveSchemas = [
///     ArchiveSchema(enum: "Shape", case: "circle", fields: [.init("radius", Double.self)]),
///     ArchiveSchema(enum: "Shape", case: "nothing", fields: []),
///   ]
///   var archiveCase: Int { if case .circle = self { 0 } else { 1 } }
///   func encode(to archive: inout ArchiveWriter) throws {
///     if case .circle(let radius) = self { try archive.encode(radius) }
///   }
///   init(from archive: inout ArchiveReader) throws {
///     if try archive.enterCase(of: Shape.self) == 0 {
///       self = .circle(radius: try archive.decode(0))
///     } else {
///       self = .nothing
///     }
///   }
/// }
/// ```
public protocol ArchivableEnum: ArchivableValue {
  /// The schemas of the cases in their order; every access returns the same instances.
  static var archiveSchemas: [ArchiveSchema] { get }
  /// The index of the value's case in ``archiveSchemas``.
  var archiveCase: Int { get }
  /// Archives the associated values in the order of the case's schema.
  ///
  /// - Throws: Any error; archiving then fails with the same error.
  func encode(to archive: inout ArchiveWriter) throws
  /// Decodes the case that `enterCase(of:)` returns, and the case's associated values.
  ///
  /// - Throws: Any error; decoding then fails with the same error.
  init(from archive: inout ArchiveReader) throws
}

extension ArchivableEnum {
  /// The type of objects.
  @inlinable public static var archiveType: ArchiveType { .object }
  /// Zero, because objects vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the case.
  ///
  /// - Throws: Any error that `encode(to:)` throws, or ``ArchiveError`` with one of these codes:
  ///   - `wrongFields` if `encode(to:)` does not write the fields of the schema.
  ///   - `tooDeep` if the nesting exceeds the limit.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    let outer = try writer.beginObject(Self.archiveSchemas[archiveCase])
    try encode(to: &writer)
    try writer.endObject(outer)
  }

  /// Decodes a case of this enumeration.
  ///
  /// - Throws: Any error that `init(from:)` throws, or ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the object is an instance of a class.
  ///   - `tooDeep` if the nesting exceeds the limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginCase()
    defer { reader.endObject(outer) }
    return try Self(from: &reader)
  }
}

/// A class whose instances an archive stores once, regardless of the number of references.
///
/// `@Archivable` generates the conformance. Decoding creates each instance once, so all references
/// to an instance lead to the same decoded instance. Each class of an inheritance chain is a
/// *level* of the instance, with its own fields and version.
public protocol ArchivableClass: AnyObject, ArchivableObject {
  /// Archives the fields of every level.
  ///
  /// A class with an archivable superclass first calls the superclass's `encode(to:)`. Then the
  /// class calls `beginLevel(_:)` and archives its own fields.
  ///
  /// - Throws: Any error; archiving then fails with the same error.
  func encode(to archive: inout ArchiveWriter) throws
  /// Decodes the fields of every level.
  ///
  /// A class first calls `enterLevel(_:)` and decodes its own fields. Then a class with an
  /// archivable superclass calls the superclass's `init(from:)`.
  ///
  /// - Throws: Any error; decoding then fails with the same error.
  init(from archive: inout ArchiveReader) throws
}

extension ArchivableClass {
  /// Appends a reference; the writer appends the instance itself after the archived value.
  ///
  /// - Throws: Nothing.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(referenceTo: self, isConditional: false)
  }

  /// Returns the referenced instance, and creates the instance at the first reference.
  ///
  /// - Throws: Any error that `init(from:)` throws, or ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the instance has another type, or `typeNotAllowed` if the program does
  ///     not allow the instance's class.
  ///   - `unresolvedCycle` if creating the instance requires the same instance.
  ///   - `tooDeep` if the nesting exceeds the limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    try reader.reference(as: Self.self)
  }
}
