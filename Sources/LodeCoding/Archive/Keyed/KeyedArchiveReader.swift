/// A container that decodes an archived object's fields by name.
///
/// A type receives the container in `init(from:)`; ``KeyedArchivable`` has an example. The
/// container has the fields of the version that wrote the object. If the requested type of a field
/// differs from the archived type, the reader converts the value, provided that the conversion
/// preserves the value.
///
/// A container is valid only inside `init(from:)`, and belongs to one thread.
public struct KeyedArchiveReader: ~Copyable, ~Escapable {
  var reader: ArchiveReader
  /// The index of the previous field; types usually decode their fields in order.
  var last = -1
  /// Whether the archived instance has the class of the current level; `true` for structures.
  var isThere = true

  @_lifetime(copy reader)
  init(_ reader: borrowing ArchiveReader) {
    self.reader = ArchiveReader(at: reader)
  }

  /// The version of the type, or of the current class level, that wrote the object.
  ///
  /// The version is 0 if the archived instance lacks the class.
  public var version: Int { isThere ? reader.plan.stored.version : 0 }

  /// The names of the archived fields, including the names of nil fields.
  public var allKeys: [String] {
    isThere ? reader.plan.stored.fields.map(\.name) : []
  }

  /// Returns whether the archived object has the field, even with a nil value.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  private func index(of key: String) -> Int? {
    guard isThere else { return nil }
    return reader.plan.stored.index(of: key, after: last)
  }

  /// Decodes a field; an absent or nil field is `nil` for an optional type.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - key: The name of the field.
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the field.
  /// - Throws: Any error that the value's type throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `missingField` if the field is absent or nil, and the type is not optional.
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to the type.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public mutating func decode<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T {
    if let index = index(of: key), let value = try field(index, as: type) { return value }
    if let none = nilValue(of: type) { return none }
    throw missing(key)
  }

  /// Decodes a field, or returns a default if the field is absent or nil.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - key: The name of the field.
  ///   - value: The default.
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the field.
  /// - Throws: Any error that the default or the value's type throws, and ``ArchiveError`` with one
  ///   of these codes:
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to the type.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public mutating func decode<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String, default value: @autoclosure () throws -> T
  ) throws -> T {
    if let index = index(of: key), let value = try field(index, as: type) { return value }
    return try value()
  }

  /// Decodes a field, or returns `nil` if the field is absent or nil.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - key: The name of the field.
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the field.
  /// - Throws: Any error that the value's type throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to the type.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public mutating func decodeIfPresent<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T? {
    guard let index = index(of: key) else { return nil }
    return try field(index, as: type)
  }

  /// Decodes the field with an index, or returns `nil` if the field is nil.
  private mutating func field<T: ArchivableValue>(_ index: Int, as type: T.Type) throws -> T? {
    last = index
    let plan = reader.plan
    let stored = plan.stored.fields[index].type.unwrapped
    if stored == T.archiveType.unwrapped { return try T.unarchiveField(index, from: &reader) }
    let slot = plan.slots[index]
    guard reader.frame.holds(slot, reader.cursor.bytes) else { return nil }
    var values = UntypedReader(reader.cursor, reader.session)
    try reader.frame.move(&values.cursor, to: slot, of: plan.stored)
    return try values.converted(from: stored, as: type)
  }

  /// Decodes a field of a `Codable` type; an absent or nil field is `nil` for an optional type.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - key: The name of the field.
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the field.
  /// - Throws: Any error that the type's `init(from:)` throws, and these errors:
  ///   - `DecodingError` if a key is missing, a value has another type, or a number does not fit
  ///     its type.
  ///   - ``ArchiveError`` with `missingField` if the field is absent or nil, and the type is not
  ///     optional.
  ///   - ``ArchiveError`` with `typeMismatch`, `outOfRange`, `unknownCase`, `futureVersion`,
  ///     `typeNotAllowed`, `unresolvedCycle`, or `wrongFields` if a value does not decode as its
  ///     archivable type.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - ``ArchiveError`` with `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`,
  ///     `invalidValue`, `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @_disfavoredOverload
  public mutating func decode<T: Decodable>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T {
    if let index = index(of: key) {
      last = index
      return try reader.decode(index, as: type)
    }
    if let none = nilValue(of: type) { return none }
    throw missing(key)
  }

  /// Decodes a field of a `Codable` type, or returns `nil` if the field is absent or nil.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - key: The name of the field.
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the field.
  /// - Throws: Any error that the type's `init(from:)` throws, and these errors:
  ///   - `DecodingError` if a key is missing, a value has another type, or a number does not fit
  ///     its type.
  ///   - ``ArchiveError`` with `typeMismatch`, `outOfRange`, `unknownCase`, `futureVersion`,
  ///     `typeNotAllowed`, `unresolvedCycle`, or `wrongFields` if a value does not decode as its
  ///     archivable type.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - ``ArchiveError`` with `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`,
  ///     `invalidValue`, `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @_disfavoredOverload
  public mutating func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T? {
    guard let index = index(of: key) else { return nil }
    last = index
    return try reader.decode(index, as: T?.self)
  }

  private func missing(_ key: String) -> ArchiveError {
    let stored = reader.plan.stored
    return ArchiveError(
      .missingField, at: reader.frame.start,
      "\(stored.name) has no \(key) in version \(stored.version)")
  }

  // Classes.

  /// Registers an instance, so that references in a cycle find the instance while it is being
  /// decoded.
  ///
  /// A class whose instances may be part of cycles calls this method as soon as all properties are
  /// set.
  public mutating func register(_ object: some ArchivableClass) { reader.register(object) }

  /// Decodes a reference that may be part of a cycle.
  ///
  /// The reader calls `assign` after the whole archive has been decoded and all instances exist.
  /// The reader does not call `assign` for a nil or absent reference. Call this method after
  /// ``register(_:)``.
  ///
  /// The reader checks the type of the instance before the reader calls `assign`. Decoding the
  /// archive then throws `typeMismatch` for another type, or `typeNotAllowed` for a class that the
  /// program does not allow.
  ///
  /// - Parameters:
  ///   - key: The name of the field.
  ///   - type: The type of the instance.
  ///   - assign: Receives the instance, and sets the property.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the field is not a reference.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, or `unknownReference` if the bytes are
  ///     damaged.
  public mutating func decodeReference<T: ArchivableClass>(
    _ type: T.Type = T.self, forKey key: String, _ assign: @escaping (T) -> Void
  ) throws {
    guard let index = index(of: key) else { return }
    last = index
    try reader.decodeReference(index, as: type, assign)
  }
}

// A template is a schema with a name and a version, but without fields.
extension KeyedArchiveReader {
  /// Begins an object of the template's type, of at most the template's version.
  ///
  /// Returns the state of the outer object's fields.
  static func beginObject(
    _ template: ArchiveSchema, _ reader: inout ArchiveReader
  ) throws(ArchiveError) -> FieldFrame {
    let session = reader.session
    try session.enter(at: reader.cursor.position)
    let place = reader.cursor.position
    let plan = session.plan(number: try session.takeSchemaNumber(&reader.cursor))
    guard plan.stored.kind == .structure, session.isName(plan.stored.name, of: template) else {
      throw ArchiveError(
        .typeMismatch, at: place, "the archive has \(plan.stored), not \(template.name)")
    }
    try checkVersion(plan.stored, template, at: place)
    let outer = try reader.beginFields(plan: plan.number)
    reader.frame.followPlan()
    return outer
  }

  /// Moves to the fields of a class, and returns whether the archived instance has the class.
  mutating func enterLevel(_ template: ArchiveSchema) throws(ArchiveError) -> Bool {
    guard let level = reader.session.level(of: template) else { return false }
    reader.cursor.position = level.start
    reader.cursor.end = level.end
    try Self.checkVersion(level.schema, template, at: level.start)
    _ = try reader.beginFields(plan: reader.session.plan(level.schema).number)
    reader.frame.followPlan()
    return true
  }

  /// Throws `futureVersion` if the stored version is later than the version of the template.
  private static func checkVersion(
    _ stored: ArchiveSchema, _ template: ArchiveSchema, at place: Int
  ) throws(ArchiveError) {
    guard stored.version > template.version else { return }
    throw ArchiveError(
      .futureVersion, at: place,
      "\(stored.name) has version \(stored.version); this program has version \(template.version)")
  }
}
