/// A container that archives an object's fields by name; see ``KeyedArchivable``.
public struct KeyedArchiveWriter: ~Copyable {
  /// A class level whose fields are only being determined.
  struct Level {
    let type: KeyedType
    var fields: [ArchiveSchema.Field] = []
  }

  private var writer: ArchiveWriter
  /// The expected schema of the fields.
  private var schema: ArchiveSchema?
  private var next = 0
  /// Whether the fields deviate from the expected schema; the writer then stops writing.
  private var hasFailed = false
  /// Whether the writer only determines the fields, without output.
  private let isSilent: Bool
  /// The fields found by a silent writer.
  private(set) var fields: [ArchiveSchema.Field] = []
  /// The levels found by a silent writer.
  private(set) var levels: [Level] = []
  /// The expected schemas of the levels, or `nil`.
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

  /// Passes a container for a structure to `body`.
  ///
  /// With a schema, the container writes fields; without a schema, it determines the fields.
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

  /// Passes a container for the levels of a class to `body`.
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

  /// Whether exactly the expected fields were written.
  var isComplete: Bool {
    !hasFailed && schema.map { next == $0.fields.count } ?? false
      && schemas.map { nextLevel == $0.count } ?? true
  }

  /// Returns whether the next field has this key and type and must be written.
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
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge` if a limit is exceeded; any error of
  ///   the value's type.
  public mutating func encode<T: ArchivableValue>(_ value: T, forKey key: String) throws {
    guard expects(key, T.archiveType) else { return }
    try value.archiveField(into: &writer)
  }

  /// Archives a field of a Codable type.
  ///
  /// - Throws: `EncodingError` if a key is encoded twice or a value requests containers of
  ///   different kinds; ``ArchiveError`` with `tooDeep` or `tooLarge` if a limit is exceeded; any
  ///   error of the value.
  @_disfavoredOverload
  public mutating func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    guard expects(key, .any) else { return }
    try writer.encode(value)
  }

  /// Archives a reference that does not cause the object to be archived, for `weak` properties.
  ///
  /// The reference decodes as nil unless another reference causes the object to be archived.
  ///
  /// - Throws: ``ArchiveError`` with `tooLarge` if a limit is exceeded.
  public mutating func encodeConditional<T: ArchivableClass>(
    _ object: T?, forKey key: String
  ) throws {
    guard expects(key, .optional(.object)) else { return }
    try writer.encodeReference(object, isConditional: true)
  }

  /// Begins the level of a class, after the level of its superclass.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` outside a class.
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
