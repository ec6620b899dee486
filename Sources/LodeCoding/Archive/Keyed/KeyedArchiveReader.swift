/// Gives the fields of an object in an archive, by their names; see ``KeyedArchivable``.
///
/// It has the fields that the archive has, of whatever version. A field that is of another type
/// there is converted where no value is lost.
public struct KeyedArchiveReader: ~Copyable, ~Escapable {
  private var reader: ArchiveReader
  private var last = -1
  /// Whether the object has the level of the class that was asked for.
  private var isThere = true

  @_lifetime(copy reader)
  init(_ reader: borrowing ArchiveReader) {
    self.reader = ArchiveReader(at: reader)
  }

  /// The version of the type that wrote the object, or the level of a class; 0 when it has no such
  /// level.
  public var version: Int { isThere ? reader.plan.stored.version : 0 }

  /// The names of the fields that the archive has, with those that are nil.
  public var allKeys: [String] {
    isThere ? reader.plan.stored.fields.map(\.name) : []
  }

  /// Whether the archive has a field, be it `nil`.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  private func index(of key: String) -> Int? {
    guard isThere else { return nil }
    return reader.plan.stored.index(of: key, after: last)
  }

  /// Reads a field.
  ///
  /// - Throws: ``ArchiveError`` with `missingField` when the archive lacks it, or has it as `nil`
  ///   and the type is no optional; `typeMismatch` or `outOfRange`; what is said about damaged
  ///   bytes.
  public mutating func decode<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String
  ) throws -> T {
    if let index = index(of: key), let value = try field(index, as: type) { return value }
    if let none = Self.none(type) { return none }
    throw missing(key)
  }

  /// Reads a field, or takes a value for it when the archive lacks it, or has it as `nil`.
  ///
  /// - Throws: as `decode(_:forKey:)`; what `default` throws.
  public mutating func decode<T: ArchivableValue>(
    _ type: T.Type = T.self, forKey key: String, default value: @autoclosure () throws -> T
  ) throws -> T {
    if let index = index(of: key), let value = try field(index, as: type) { return value }
    return try value()
  }

  /// Reads a field; `nil` when the archive lacks it, or has it as `nil`.
  ///
  /// - Throws: as `decode(_:forKey:)`, but for missing fields.
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

  /// Reads a field of a type that is only Codable.
  ///
  /// - Throws: ``ArchiveError`` with `missingField`; `DecodingError` when a key is missing or a
  ///   value is of another type; what is said about damaged bytes.
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

  /// Reads a field of a type that is only Codable; `nil` when the archive lacks it, or has it as
  /// `nil`.
  ///
  /// - Throws: as the other one, but for missing fields.
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

  /// Goes to a level of a class; a class calls this before it reads its own fields.
  ///
  /// When the archived object has no such level, because the class was not a superclass then, all
  /// its fields are missing.
  ///
  /// - Throws: ``ArchiveError`` with `futureVersion`; what is said about damaged bytes.
  public mutating func enterLevel<T: KeyedArchivableClass>(_ type: T.Type) throws {
    last = -1
    isThere = try reader.enterKeyedLevel(KeyedTemplates.of(type))
  }

  /// Makes an object known to those that refer back to it, while it is still being read.
  ///
  /// A class whose instances are part of circles calls it as soon as all its properties are set.
  public mutating func register(_ object: some ArchivableClass) { reader.register(object) }

  /// Reads a reference that may be part of a circle: `assign` is called once the object exists, at
  /// the latest before the archive has been read; not at all when the reference is nil or missing.
  ///
  /// Call it after ``register(_:)``.
  ///
  /// - Throws: ``ArchiveError`` with `typeMismatch`, `typeNotAllowed`; what is said about damaged
  ///   bytes.
  public mutating func decodeReference<T: ArchivableClass>(
    _ type: T.Type = T.self, forKey key: String, _ assign: @escaping (T) -> Void
  ) throws {
    guard let index = index(of: key) else { return }
    last = index
    try reader.decodeReference(index, as: type, assign)
  }
}
