/// A class that names its fields while it archives them; instances are shared, as with
/// ``ArchivableClass``.
///
/// Each class of an inheritance begins its own level:
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
/// A subclass calls `super.encode(to:)` before its own `beginLevel`, and reads its own fields
/// before `super.init(from:)`.
public protocol KeyedArchivableClass: ArchivableClass, KeyedArchivableType {
  /// Archives the fields of every level, with their names.
  ///
  /// It may be called up to three times for an instance, and has to do the same each time.
  func encode(to container: inout KeyedArchiveWriter) throws
  /// Reads the fields of every level by their names.
  init(from container: inout KeyedArchiveReader) throws
}

extension KeyedArchivableClass {
  /// The name and the version; the fields are found while they are archived.
  public static var archiveSchema: ArchiveSchema { KeyedTemplates.of(Self.self) }

  /// Archives the levels.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` when a key is encoded twice or outside of a
  ///   level, or `encode(to:)` does not do the same each time; what the fields throw.
  public func encode(to archive: inout ArchiveWriter) throws {
    let mark = archive.mark
    if try write(nil, into: &archive) { return }
    archive.takeBack(to: mark)
    archive.levelStart = -1
    archive.levels = 0
    guard try write(try schemas(&archive), into: &archive) else {
      throw ArchiveError(.wrongFields, "\(Self.archiveName) encodes other fields each time")
    }
  }

  /// Writes the levels with schemas, or with those that other instances had; returns whether these
  /// were the right ones.
  private func write(
    _ schemas: [ArchiveSchema]?, into archive: inout ArchiveWriter
  ) throws -> Bool {
    var isRight = false
    try KeyedArchiveWriter.with(&archive, levels: schemas, isSilent: false) { container in
      try encode(to: &container)
      isRight = container.isComplete
    }
    return isRight
  }

  /// Asks the instance for its fields.
  private func schemas(_ archive: inout ArchiveWriter) throws -> [ArchiveSchema] {
    var found: [KeyedArchiveWriter.Level] = []
    try KeyedArchiveWriter.with(&archive, levels: nil, isSilent: true) { container in
      try encode(to: &container)
      found = container.levels
    }
    var superclass: String?
    return try found.map { level in
      if level.type.only != nil { level.type.noteChange() }
      let schema = try level.type.schema(.class(superclass: superclass), level.fields)
      superclass = schema.name
      return schema
    }
  }

  /// Reads the levels.
  public init(from archive: inout ArchiveReader) throws {
    var container = KeyedArchiveReader(archive)
    try self.init(from: &container)
  }
}
