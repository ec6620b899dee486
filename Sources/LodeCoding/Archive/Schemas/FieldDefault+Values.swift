extension FieldDefault {
  /// Creates a default that each use evaluates again.
  init<T: ArchivableValue>(_ value: @escaping @Sendable () throws -> T) {
    make = value
    archived = { try Archiver().archive(value()) }
    untyped = nil
  }

  /// Creates a default of a `Codable` type that each use evaluates again.
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

  /// Returns the default for a field that a program decodes as `type`.
  ///
  /// Returns `nil` if the default is nil or has another Swift type.
  ///
  /// - Throws: Any error that the default throws, and ``ArchiveError`` if the default does not
  ///   convert to `type`.
  func value<T: ArchivableValue>(as type: T.Type) throws -> T? {
    let value = try make()
    if let untyped, let value = value as? ArchiveValue {
      return try value.decoded(as: T?.self, from: untyped)
    }
    return value as? T
  }

  /// Returns the default for a field of a `Codable` type, or `nil` if the default is nil or has
  /// another Swift type.
  func codableValue<T>() throws -> T? { try make() as? T }
}
