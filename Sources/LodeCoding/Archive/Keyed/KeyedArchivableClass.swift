/// A class that names its fields during archiving.
///
/// Archives share instances, as with ``ArchivableClass``. Each class of an inheritance chain begins
/// its own level:
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
/// A subclass calls `super.encode(to:)` before its own `beginLevel`. When decoding, a subclass
/// decodes its own fields before the call of `super.init(from:)`.
public protocol KeyedArchivableClass: ArchivableClass, KeyedArchivableType {
  /// Archives the fields of every level with their names.
  ///
  /// Lode may call this method up to three times for an instance; every call must encode the same
  /// fields.
  func encode(to container: inout KeyedArchiveWriter) throws
  /// Decodes the fields of every level by name.
  init(from container: inout KeyedArchiveReader) throws
}

extension KeyedArchivableClass {
  /// A schema with the name and version only; archiving determines the fields.
  public static var archiveSchema: ArchiveSchema { KeyedTemplates.of(Self.self) }

  /// Archives the levels.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` if a key is encoded twice or outside a level, or
  ///   if `encode(to:)` does not encode the same fields in every call; any error of the fields.
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

  /// Writes the levels with the given schemas or with the schemas of earlier instances.
  ///
  /// Returns whether the schemas match the fields.
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

  /// Determines the fields of the instance.
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

  /// Decodes the levels.
  public init(from archive: inout ArchiveReader) throws {
    var container = KeyedArchiveReader(archive)
    try self.init(from: &container)
  }
}
