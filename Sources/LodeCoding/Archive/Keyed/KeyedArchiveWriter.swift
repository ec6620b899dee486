/// Takes the fields of an object for an archive, each with its name; see ``KeyedArchivable``.
public struct KeyedArchiveWriter: ~Copyable {
  /// A level of a class that is only asked for its fields.
  struct Level {
    let type: KeyedType
    var fields: [ArchiveSchema.Field] = []
  }

  private var writer: ArchiveWriter
  /// The schema that the fields are expected to have.
  private var schema: ArchiveSchema?
  private var next = 0
  /// Whether the object has other fields than expected; then nothing is written any more.
  private var hasFailed = false
  /// Whether the fields are only asked for, not written.
  private let isSilent: Bool
  /// The fields, while they are only asked for.
  private(set) var fields: [ArchiveSchema.Field] = []
  /// The levels, while they are only asked for.
  private(set) var levels: [Level] = []
  /// The schemas of the levels, when they are known.
  private let schemas: [ArchiveSchema]?
  private var nextLevel = 0
  private let isClass: Bool

  private init(
    _ writer: consuming ArchiveWriter, schema: ArchiveSchema?, schemas: [ArchiveSchema]?,
    isClass: Bool, isSilent: Bool
  ) {
    self.writer = writer
    self.schema = schema
    self.schemas = schemas
    self.isClass = isClass
    self.isSilent = isSilent
  }

  /// Lends a container for a structure: with a schema for writing, without one for asking.
  static func with(
    _ writer: inout ArchiveWriter, _ schema: ArchiveSchema?,
    _ body: (inout KeyedArchiveWriter) throws -> Void
  ) throws {
    var container = KeyedArchiveWriter(
      writer, schema: schema, schemas: nil, isClass: false, isSilent: schema == nil)
    do {
      try body(&container)
      writer = container.writer
    } catch {
      writer = container.writer
      throw error
    }
  }

  /// Lends a container for the levels of a class.
  static func with(
    _ writer: inout ArchiveWriter, levels: [ArchiveSchema]?, isSilent: Bool,
    _ body: (inout KeyedArchiveWriter) throws -> Void
  ) throws {
    var container = KeyedArchiveWriter(
      writer, schema: nil, schemas: levels, isClass: true, isSilent: isSilent)
    do {
      try body(&container)
      writer = container.writer
    } catch {
      writer = container.writer
      throw error
    }
  }

  /// Whether all fields were written that were expected, and no others.
  var isComplete: Bool {
    !hasFailed && schema.map { next == $0.fields.count } ?? false
      && schemas.map { nextLevel == $0.count } ?? true
  }

  /// Whether the next field is this one, and to be written.
  private mutating func expects(_ key: String, _ type: ArchiveType) -> Bool {
    if isSilent {
      note(ArchiveSchema.Field(key, type: type))
    } else if !hasFailed, let schema, next < schema.fields.count,
      schema.fields[next].name == key, schema.fields[next].type == type,
      !schema.hasTwins || schema.fields[next].name.hasSameUTF8(key)
    {
      next += 1
      return true
    } else {
      hasFailed = true
    }
    return false
  }

  private mutating func note(_ field: ArchiveSchema.Field) {
    guard isClass else { return fields.append(field) }
    if levels.isEmpty { hasFailed = true } else { levels[levels.count - 1].fields.append(field) }
  }

  /// Archives a field.
  ///
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge`; what the value's type throws.
  public mutating func encode<T: ArchivableValue>(_ value: T, forKey key: String) throws {
    guard expects(key, T.archiveType) else { return }
    try value.archiveField(into: &writer)
  }

  /// Archives a field of a type that is only Codable.
  ///
  /// - Throws: `EncodingError`; ``ArchiveError`` with `tooDeep` or `tooLarge`; what the value
  ///   throws.
  @_disfavoredOverload
  public mutating func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    guard expects(key, .any) else { return }
    try writer.encode(value)
  }

  /// Archives a reference that alone is no reason to archive the object, for what is `weak`.
  ///
  /// It is nil for a reader, unless something else in the archive refers to the object.
  ///
  /// - Throws: ``ArchiveError`` with `tooLarge`.
  public mutating func encodeConditional<T: ArchivableClass>(
    _ object: T?, forKey key: String
  ) throws {
    guard expects(key, .optional(.object)) else { return }
    try writer.encodeReference(object, isConditional: true)
  }

  /// Begins the level of a class, after that of its superclass.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` outside of a class.
  public mutating func beginLevel<T: KeyedArchivableClass>(_ type: T.Type) throws {
    guard isClass else {
      throw ArchiveError(.wrongFields, "\(T.archiveName) is archived inside of a structure")
    }
    let type = writer.keyedType(type)
    if isSilent { return levels.append(Level(type: type)) }
    let isFirst = nextLevel == 0
    let guess: ArchiveSchema? =
      if let schemas { nextLevel < schemas.count ? schemas[nextLevel] : nil } else { type.only }
    guard !hasFailed, isFirst || next == schema?.fields.count, let guess,
      guess.name == type.template.name, guess.kind == .class(superclass: schema?.name)
    else {
      hasFailed = true
      return
    }
    try writer.beginLevel(guess)
    schema = guess
    next = 0
    nextLevel += 1
  }
}
