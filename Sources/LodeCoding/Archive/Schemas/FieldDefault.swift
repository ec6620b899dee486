/// The default that a type declares for objects without one of its fields.
struct FieldDefault: Sendable {
  /// Creates the value.
  private let make: @Sendable () throws -> Any
  /// Returns the self-contained archive of the value, which has the field's type.
  let archived: @Sendable () throws -> [UInt8]
  /// The field's type if the value has no Swift type, otherwise `nil`.
  private let untyped: ArchiveType?

  /// Creates a default that evaluates an expression at each use.
  init<T: ArchivableValue>(_ value: @escaping @Sendable () throws -> T) {
    make = value
    archived = { try Archiver().archive(value()) }
    untyped = nil
  }

  /// Creates a default that evaluates an expression of a Codable type at each use.
  init<T: Codable & SendableMetatype>(codable value: @escaping @Sendable () throws -> T) {
    make = value
    archived = { try Archiver().archive(codable: value()) }
    untyped = nil
  }

  /// Creates a default without a Swift type, for a field of a given type.
  init(_ value: ArchiveValue, _ type: ArchiveType) {
    make = { value }
    archived = { try Archive(value, type: type).encoded() }
    untyped = type
  }

  /// Returns the value for a field that a program decodes as `type`, or `nil` for nil.
  ///
  /// - Throws: Any error of the expression; ``ArchiveError`` if the value is not convertible to
  ///   this type.
  func value<T: ArchivableValue>(as type: T.Type) throws -> T? {
    let value = try make()
    if let untyped, let value = value as? ArchiveValue {
      return try value.decoded(as: T?.self, from: untyped)
    }
    return value as? T
  }

  /// Returns the value for a field of a Codable type.
  func codableValue<T>() throws -> T? { try make() as? T }
}
