/// What both kinds of types have that name their fields while they archive them.
public protocol KeyedArchivableType: ArchivableValue {
  /// The name of the type in archives. Default: the type's name, without the module.
  static var archiveName: String { get }
  /// Names that the type had before. Default: none.
  static var formerArchiveNames: [String] { get }
  /// The version that `encode(to:)` writes. Default: 1.
  static var archiveVersion: Int { get }
}

extension KeyedArchivableType {
  /// The type's name, without the module.
  public static var archiveName: String { TypeFacts.of(Self.self).name }
  /// None.
  public static var formerArchiveNames: [String] { [] }
  /// 1.
  public static var archiveVersion: Int { 1 }
}

/// A structure that names its fields while it archives them.
///
/// There is no schema to declare: it is found from what `encode(to:)` does. The bytes equal the
/// bytes of `@Archivable` with the same fields in the same order.
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
  /// Archives the fields, with their names.
  ///
  /// It may be called up to three times for a value, and has to do the same each time.
  func encode(to container: inout KeyedArchiveWriter) throws
  /// Reads the fields by their names; objects of earlier versions may have others, see
  /// ``KeyedArchiveReader/version``.
  init(from container: inout KeyedArchiveReader) throws
}

extension KeyedArchivable {
  /// An object.
  public static var archiveType: ArchiveType { .object }
  /// Objects have no fixed width.
  public static var fixedArchiveSize: Int { 0 }

  /// Appends the object.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` when a key is encoded twice, or `encode(to:)`
  ///   does not do the same each time; what the fields throw.
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

  /// Writes the object with a schema; returns whether that was the right one.
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

  /// Asks the value for its fields.
  private func schema(_ type: KeyedType, _ writer: inout ArchiveWriter) throws -> ArchiveSchema {
    var fields: [ArchiveSchema.Field] = []
    try KeyedArchiveWriter.with(&writer, nil) { container in
      try encode(to: &container)
      fields = container.fields
    }
    return try type.schema(.structure, fields)
  }

  /// Reads an object of this type, of whatever version up to this one.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try reader.beginKeyedObject(KeyedTemplates.of(Self.self))
    defer { reader.endObject(outer) }
    var container = KeyedArchiveReader(reader)
    return try Self(from: &container)
  }
}
