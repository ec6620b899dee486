/// The common requirements of types that name their fields during archiving.
public protocol KeyedArchivableType: ArchivableValue {
  /// The type's name in archives.
  ///
  /// Default: the type's name without its module.
  static var archiveName: String { get }
  /// Former names of the type.
  ///
  /// Default: empty.
  static var formerArchiveNames: [String] { get }
  /// The version that `encode(to:)` writes.
  ///
  /// Default: 1.
  static var archiveVersion: Int { get }
}

extension KeyedArchivableType {
  /// The type's name without its module.
  public static var archiveName: String { TypeFacts.of(Self.self).name }
  /// An empty list.
  public static var formerArchiveNames: [String] { [] }
  /// Version 1.
  public static var archiveVersion: Int { 1 }
}

/// A structure that names its fields during archiving.
///
/// The type declares no schema; Lode derives the schema from the calls of `encode(to:)`. The bytes
/// equal the bytes of `@Archivable` with the same fields in the same order.
///
/// ```swift
/// struct Point: KeyedArchivable {
///   var x: Double
///   var y: Double
///   func encode(to container: inout KeyedArchiveWriter) throws {
///     try container.encode(x, forKey: "x")
///     try container.encode(y, forKey: "y")
///   }
///   init(from container: inout KeyedArchiveReader) throws {
///     x = try container.decode(Double.self, forKey: "x")
///     y = try container.decode(Double.self, forKey: "y", default: 0)
///   }
/// }
/// ```
public protocol KeyedArchivable: KeyedArchivableType {
  /// Archives the fields with their names.
  ///
  /// Lode may call this method up to three times for a value; every call must encode the same
  /// fields.
  func encode(to container: inout KeyedArchiveWriter) throws
  /// Decodes the fields by name.
  ///
  /// Objects of earlier versions may have other fields; see ``KeyedArchiveReader/version``.
  init(from container: inout KeyedArchiveReader) throws
}

extension KeyedArchivable {
  /// The object type.
  public static var archiveType: ArchiveType { .object }
  /// Zero, because objects have no fixed width.
  public static var fixedArchiveSize: Int { 0 }

  /// Appends the object.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` if a key is encoded twice, or if `encode(to:)`
  ///   does not encode the same fields in every call; any error of the fields.
  public func archive(into writer: inout ArchiveWriter) throws {
    let type = writer.keyedType(Self.self)
    let mark = writer.mark
    if let guess = type.only {
      if try write(guess, into: &writer) { return }
      writer.takeBack(to: mark)
      type.noteChange()
    }
    guard try write(try schema(type, &writer), into: &writer) else {
      throw ArchiveError(.wrongFields, "\(Self.archiveName) encodes other fields each time")
    }
  }

  /// Writes the object with a schema, and returns whether the schema matches the fields.
  private func write(_ schema: ArchiveSchema, into writer: inout ArchiveWriter) throws -> Bool {
    let outer = try writer.beginObject(schema)
    var isRight = false
    try KeyedArchiveWriter.with(&writer, schema) { container in
      try encode(to: &container)
      isRight = container.isComplete
    }
    if isRight { try writer.endObject(outer) }
    return isRight
  }

  /// Determines the fields of the value.
  private func schema(_ type: KeyedType, _ writer: inout ArchiveWriter) throws -> ArchiveSchema {
    var fields: [ArchiveSchema.Field] = []
    try KeyedArchiveWriter.with(&writer, nil) { container in
      try encode(to: &container)
      fields = container.fields
    }
    return try type.schema(.structure, fields)
  }

  /// Decodes an object of this type, of the current or any earlier version.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginKeyedObject(KeyedTemplates.of(Self.self))
    defer { reader.endObject(outer) }
    var container = KeyedArchiveReader(reader)
    return try Self(from: &container)
  }
}
