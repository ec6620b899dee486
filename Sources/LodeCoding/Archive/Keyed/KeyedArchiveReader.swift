/// A container that decodes an archived object's fields by name; see ``KeyedArchivable``.
///
/// The container has the fields of the archive, of whatever version. A field of another type is
/// converted if the conversion preserves the value.
public struct KeyedArchiveReader: ~Copyable, ~Escapable {
  private var reader: ArchiveReader
  private var last = -1
  /// Whether the object has the requested class level.
  private var isThere = true

  @_lifetime(copy reader)
  init(_ reader: borrowing ArchiveReader) {
    self.reader = ArchiveReader(at: reader)
  }

  /// The version of the type, or of the class level, that wrote the object; 0 for an absent level.
  public var version: Int { isThere ? reader.plan.stored.version : 0 }

  /// The names of the archived fields, including nil fields.
  public var allKeys: [String] {
    isThere ? reader.plan.stored.fields.map(\.name) : []
  }

  /// Returns whether the archive has a field, even with a nil value.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  private func index(of key: String) -> Int? {
    guard isThere else { return nil }
    return reader.plan.stored.index(of: key, after: last)
  }

  /// Decodes a field.
  ///
  /// - Throws: ``ArchiveError``: `missingField` if the field is absent, or nil for a type that is
  ///   not optional; `typeMismatch` or `outOfRange` if the field is not convertible to the type; a
  ///   code of damaged bytes.
  public mutating func decode<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T {
    if let index = index(of: key), let value = try field(index, as: type) { return value }
    if let none = Self.none(type) { return none }
    throw missing(key)
  }

  /// Decodes a field, or returns a default if the field is absent or nil.
  ///
  /// - Throws: ``ArchiveError`` as `decode(_:forKey:)`; any error of `default`.
  public mutating func decode<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String, default value: @autoclosure () throws -> T
  ) throws -> T {
    if let index = index(of: key), let value = try field(index, as: type) { return value }
    return try value()
  }

  /// Decodes a field, or returns `nil` if the field is absent or nil.
  ///
  /// - Throws: ``ArchiveError`` as `decode(_:forKey:)`, except `missingField`.
  public mutating func decodeIfPresent<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T? {
    guard let index = index(of: key) else { return nil }
    return try field(index, as: type)
  }

  private mutating func field<T: ArchivableValue>(_ index: Int, as type: T.Type) throws -> T? {
    last = index
    let plan = reader.plan
    let stored = plan.stored.fields[index].type.unwrapped
    if stored == T.archiveType.unwrapped { return try T.unarchiveField(index, from: &reader) }
    let slot = plan.slots[index]
    guard slot.presence == 0 || reader.isPresent(slot.presence) else { return nil }
    return try reader.converted(slot, from: stored, as: type)
  }

  /// Decodes a field of a Codable type.
  ///
  /// - Throws: ``ArchiveError`` with `missingField` if the field is absent; `DecodingError` if a
  ///   key is missing or a value has another type; ``ArchiveError`` with a code of damaged bytes.
  @_disfavoredOverload
  public mutating func decode<T: Decodable>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T {
    if let index = index(of: key) {
      last = index
      return try reader.decode(index, as: type)
    }
    if let none = Self.none(type) { return none }
    throw missing(key)
  }

  /// Decodes a field of a Codable type, or returns `nil` if the field is absent or nil.
  ///
  /// - Throws: `DecodingError` if a key is missing or a value has another type; ``ArchiveError``
  ///   with a code of damaged bytes.
  @_disfavoredOverload
  public mutating func decodeIfPresent<T: Decodable>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T? {
    guard let index = index(of: key) else { return nil }
    last = index
    return try reader.decode(index, as: T?.self)
  }

  private static func none<T>(_ type: T.Type) -> T? {
    (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T
  }

  private func missing(_ key: String) -> ArchiveError {
    let stored = reader.plan.stored
    return ArchiveError(
      .missingField, at: reader.frame.start,
      "\(stored.name) has no \(key) in version \(stored.version)")
  }

  // Classes.

  /// Moves to a level of a class; a class calls this method before it decodes its own fields.
  ///
  /// All fields are missing if the archived object has no such level, because the class was added
  /// to the inheritance chain later.
  ///
  /// - Throws: ``ArchiveError`` with `futureVersion` if a later version wrote the level, or a code
  ///   of damaged bytes.
  public mutating func enterLevel<T: KeyedArchivableClass>(_ type: T.Type) throws {
    last = -1
    isThere = try reader.enterKeyedLevel(KeyedTemplates.of(type))
  }

  /// Registers an object for references back to it while the object is being decoded.
  ///
  /// A class whose instances may be part of cycles calls this method as soon as all its properties
  /// are set.
  public mutating func register(_ object: some ArchivableClass) { reader.register(object) }

  /// Decodes a reference that may be part of a cycle.
  ///
  /// The reader calls `assign` when the object exists, at the latest before decoding the archive
  /// ends. The reader never calls `assign` for a nil or missing reference. Call this method after
  /// ``register(_:)``.
  ///
  /// - Throws: ``ArchiveError``: `typeMismatch` if the object has another type, `typeNotAllowed` if
  ///   the class is not allowed, or a code of damaged bytes.
  public mutating func decodeReference<T: ArchivableClass>(
    _ type: T.Type = T.self, forKey key: String, _ assign: @escaping (T) -> Void
  ) throws {
    guard let index = index(of: key) else { return }
    last = index
    try reader.decodeReference(index, as: type, assign)
  }
}
