/// A structure that names its fields during archiving.
///
/// The type declares no schema; Lode derives the schema from the calls in `encode(to:)`. The bytes
/// equal the bytes of `@Archivable` with the same name, version, and fields in the same order.
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
  /// Lode may call this method several times for a value. Every call must encode the same fields.
  ///
  /// - Throws: Any error; archiving then fails with the same error.
  func encode(to container: inout KeyedArchiveWriter) throws
  /// Decodes the fields by name.
  ///
  /// An object of an earlier version may have other fields; ``KeyedArchiveReader/version`` is the
  /// version of the object.
  ///
  /// - Throws: Any error; decoding then fails with the same error.
  init(from container: inout KeyedArchiveReader) throws
}

extension KeyedArchivable {
  /// The type of objects.
  public static var archiveType: ArchiveType { .object }
  /// Zero, because objects vary in size.
  public static var fixedArchiveSize: Int { 0 }

  /// Appends the object.
  ///
  /// - Throws: Any error that `encode(to:)` throws, and ``ArchiveError`` with one of these codes:
  ///   - `wrongFields` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `tooDeep` if the nesting exceeds the limit.
  public func archive(into writer: inout ArchiveWriter) throws {
    let type = writer.keyedType(Self.self)
    let mark = writer.mark
    if let guess = type.predicted.only {
      if try write(guess, into: &writer) { return }
      writer.takeBack(to: mark)
      type.predicted.noteChange()
    }
    guard try write(try schema(type, &writer), into: &writer) else {
      throw ArchiveError(.wrongFields, "\(Self.archiveName) encodes different fields in each call")
    }
  }

  /// Writes the object with a schema, and returns whether the object has the fields of the schema.
  private func write(_ schema: ArchiveSchema, into writer: inout ArchiveWriter) throws -> Bool {
    let outer = try writer.beginObject(schema)
    var isRight = false
    try KeyedArchiveWriter.with(&writer, schema: schema) { container in
      try encode(to: &container)
      isRight = container.isComplete
    }
    if isRight { try writer.endObject(outer) }
    return isRight
  }

  /// Determines the schema of the value by a call of `encode(to:)` without output.
  private func schema(_ type: KeyedType, _ writer: inout ArchiveWriter) throws -> ArchiveSchema {
    var fields: [ArchiveSchema.Field] = []
    try KeyedArchiveWriter.with(&writer, isSilent: true) { container in
      try encode(to: &container)
      fields = container.fields
    }
    return try type.schema(.structure, fields)
  }

  /// Decodes an object of this type, of the current or any earlier version.
  ///
  /// - Throws: Any error that `init(from:)` throws, and ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the object has another type, or `futureVersion` if a later version wrote
  ///     the object.
  ///   - `tooDeep` if the nesting exceeds the limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    let outer = try KeyedArchiveReader.beginObject(KeyedTemplates.of(Self.self), &reader)
    defer { reader.endObject(outer) }
    var container = KeyedArchiveReader(reader)
    return try Self(from: &container)
  }
}
