/// A class that names its fields during archiving.
///
/// An archive stores an instance once, regardless of the number of references. Each class of an
/// inheritance chain is a *level* of the instance, with its own fields:
///
/// ```swift
/// class Shape: KeyedArchivableClass {
///   var name: String
///   weak var owner: Shape?
///   init(name: String) { self.name = name }
///   func encode(to container: inout KeyedArchiveWriter) throws {
///     try container.beginLevel(Shape.self)
///     try container.encode(name, forKey: "name")
///     try container.encodeConditional(owner, forKey: "owner")
///   }
///   required init(from container: inout KeyedArchiveReader) throws {
///     try container.enterLevel(Shape.self)
///     name = try container.decode(String.self, forKey: "name")
///     container.register(self)
///     try container.decodeReference(Shape.self, forKey: "owner") { self.owner = $0 }
///   }
/// }
/// ```
///
/// A subclass calls `super.encode(to:)` before its own `beginLevel(_:)`. When decoding, a subclass
/// calls `enterLevel(_:)` and decodes its own fields before it calls `super.init(from:)`.
public protocol KeyedArchivableClass: ArchivableClass, KeyedArchivableType {
  /// Archives the fields of every level with their names.
  ///
  /// Lode may call this method several times for an instance. Every call must encode the same
  /// fields.
  ///
  /// - Throws: Any error; archiving then fails with the same error.
  func encode(to container: inout KeyedArchiveWriter) throws
  /// Decodes the fields of every level by name.
  ///
  /// - Throws: Any error; decoding then fails with the same error.
  init(from container: inout KeyedArchiveReader) throws
}

extension KeyedArchivableClass {
  /// A schema with the name and version, but without fields, because archiving determines the
  /// fields.
  public static var archiveSchema: ArchiveSchema { KeyedTemplates.of(Self.self) }

  /// Archives the levels.
  ///
  /// - Throws: Any error that the keyed `encode(to:)` throws, and ``ArchiveError`` with one of
  ///   these codes:
  ///   - `wrongFields` if the keyed `encode(to:)` encodes a key twice, a key outside a level, or
  ///     different fields in two calls.
  ///   - `tooLarge` if the archive exceeds the size limit.
  public func encode(to archive: inout ArchiveWriter) throws {
    let mark = archive.mark
    if try write(nil, into: &archive) { return }
    archive.takeBack(to: mark)
    archive.levelStart = -1
    archive.levels = 0
    guard try write(try schemas(&archive), into: &archive) else {
      throw ArchiveError(.wrongFields, "\(Self.archiveName) encodes different fields in each call")
    }
  }

  /// Writes the levels with the given schemas, or with the schemas of earlier instances.
  ///
  /// Returns whether the instance has the fields of the schemas.
  private func write(
    _ schemas: [ArchiveSchema]?, into archive: inout ArchiveWriter
  ) throws -> Bool {
    var isRight = false
    try KeyedArchiveWriter.with(&archive, levels: schemas, isClass: true) { container in
      try encode(to: &container)
      isRight = container.isComplete
    }
    return isRight
  }

  /// Determines the schemas of the levels by a call of `encode(to:)` without output.
  private func schemas(_ archive: inout ArchiveWriter) throws -> [ArchiveSchema] {
    var found: [KeyedArchiveWriter.Level] = []
    try KeyedArchiveWriter.with(&archive, isClass: true, isSilent: true) { container in
      try encode(to: &container)
      found = container.levels
    }
    var superclass: String?
    return try found.map { level in
      if level.type.predicted.only != nil { level.type.predicted.noteChange() }
      let schema = try level.type.schema(.class(superclass: superclass), level.fields)
      superclass = schema.name
      return schema
    }
  }

  /// Decodes the levels.
  ///
  /// - Throws: Any error that the keyed `init(from:)` throws.
  public init(from archive: inout ArchiveReader) throws {
    var container = KeyedArchiveReader(archive)
    try self.init(from: &container)
  }
}

extension KeyedArchiveWriter {
  /// Begins the fields of a class, after the fields of the superclass.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` if the object is not an instance of a class, or
  ///   `tooLarge` if the archive exceeds the size limit.
  public mutating func beginLevel<T: KeyedArchivableClass>(_ type: T.Type) throws {
    guard isClass else {
      throw ArchiveError(.wrongFields, "\(T.archiveName) is archived inside a structure")
    }
    try beginLevel(writer.keyedType(type))
  }
}

extension KeyedArchiveReader {
  /// Moves to the level of a class; a class calls this method before it decodes its own fields.
  ///
  /// If the class joined the inheritance chain after the instance was archived, the instance lacks
  /// the level. All fields of the level are then absent.
  ///
  /// - Complexity: O(l) for l levels of the instance.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `futureVersion` if a later version of the class wrote the level.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, or `invalidValue` if the bytes are damaged.
  public mutating func enterLevel<T: KeyedArchivableClass>(_ type: T.Type) throws {
    last = -1
    isThere = try enterLevel(KeyedTemplates.of(type))
  }
}
