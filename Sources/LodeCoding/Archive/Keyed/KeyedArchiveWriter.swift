/// A container that archives an object's fields by name.
///
/// A type receives the container in `encode(to:)`; ``KeyedArchivable`` has an example. A container
/// is valid only inside `encode(to:)`, and belongs to one thread.
public struct KeyedArchiveWriter: ~Copyable {
  /// The fields of one class of an instance, found without output.
  struct Level {
    let type: KeyedType
    var fields: [ArchiveSchema.Field] = []
  }

  var writer: ArchiveWriter
  /// The schema that the fields should have; `nil` if no schema is known or the container is
  /// silent.
  private var schema: ArchiveSchema?
  /// The number of fields written so far.
  private var next = 0
  /// Whether the fields deviate from the schema; the container then writes nothing more.
  private var hasFailed = false
  /// Whether the container is *silent*: it only finds out the fields, without output.
  private let isSilent: Bool
  /// The fields of a structure that a silent container found.
  private(set) var fields: [ArchiveSchema.Field] = []
  /// The fields of each class that a silent container found, superclasses first.
  private(set) var levels: [Level] = []
  /// The schemas that the classes should have, or `nil` to predict each schema.
  private let schemas: [ArchiveSchema]?
  /// The number of classes begun so far.
  private var nextLevel = 0
  /// Whether the object is an instance of a class.
  let isClass: Bool

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

  /// Passes a container to `body`: for an instance of a class, or for a structure with `schema`.
  ///
  /// If `levels` is `nil`, the container predicts the schema of each class of an instance.
  static func with(
    _ writer: inout ArchiveWriter, schema: ArchiveSchema? = nil, levels: [ArchiveSchema]? = nil,
    isClass: Bool = false, isSilent: Bool = false, _ body: (inout KeyedArchiveWriter) throws -> Void
  ) throws {
    var container = KeyedArchiveWriter(
      writer, schema: schema, schemas: levels, isClass: isClass, isSilent: isSilent)
    do {
      try body(&container)
      writer = container.writer
    } catch {
      writer = container.writer
      throw error
    }
  }

  /// Whether the written fields are exactly the fields of the schemas.
  var isComplete: Bool {
    !hasFailed && schema.map { next == $0.fields.count } ?? false
      && schemas.map { nextLevel == $0.count } ?? true
  }

  /// Returns whether the next field has this key and type, and must be written.
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

  /// Adds a field that a silent container found.
  private mutating func note(_ field: ArchiveSchema.Field) {
    guard isClass else { return fields.append(field) }
    if levels.isEmpty { hasFailed = true } else { levels[levels.count - 1].fields.append(field) }
  }

  /// Archives a field.
  ///
  /// - Parameters:
  ///   - value: The value of the field.
  ///   - key: The name of the field.
  /// - Complexity: O(n) for n bytes of the value; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that the value's type throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  public mutating func encode<T: ArchivableValue>(_ value: T, forKey key: String) throws {
    guard expects(key, T.archiveType) else { return }
    try value.archiveField(into: &writer)
  }

  /// Archives a field of a `Codable` type.
  ///
  /// - Parameters:
  ///   - value: The value of the field.
  ///   - key: The name of the field.
  /// - Complexity: O(n) for n bytes of the value; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that `encode(to:)` throws, and these errors:
  ///   - `EncodingError` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `EncodingError` if a value requests containers of different kinds, or does not encode
  ///     exactly one value into a single value container.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or
  ///     `equalElements` if two elements or keys have the same bytes.
  @_disfavoredOverload
  public mutating func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    guard expects(key, .any) else { return }
    try writer.encode(value)
  }

  /// Archives a *conditional* reference, for example of a `weak` property.
  ///
  /// The archive contains the instance only if the instance is the archived value, or if another
  /// reference to the instance is unconditional. Otherwise the conditional reference decodes as
  /// nil.
  ///
  /// - Parameters:
  ///   - object: The referenced instance.
  ///   - key: The name of the field.
  /// - Throws: ``ArchiveError`` with `tooLarge` if the archive exceeds the size limit.
  public mutating func encodeConditional<T: ArchivableClass>(
    _ object: T?, forKey key: String
  ) throws {
    guard expects(key, .optional(.object)) else { return }
    try writer.encodeReference(object, isConditional: true)
  }

  /// Begins the fields of a class of the given type.
  mutating func beginLevel(_ type: KeyedType) throws {
    if isSilent { return levels.append(Level(type: type)) }
    let isFirst = nextLevel == 0
    let guess: ArchiveSchema? =
      if let schemas { nextLevel < schemas.count ? schemas[nextLevel] : nil } else {
        type.predicted.only
      }
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
