/// What a type declares for objects that lack one of its fields.
struct FieldDefault: Sendable {
  /// Makes the value.
  private let make: @Sendable () throws -> Any
  /// Makes the self-contained archive of the value, whose type is that of the field.
  let archived: @Sendable () throws -> [UInt8]
  /// The type of the field, when the value is one without a Swift type.
  private let untyped: ArchiveType?

  /// The value that an expression of the program has each time.
  init<T: ArchivableValue>(_ value: @escaping @Sendable () throws -> T) {
    make = value
    archived = { try Archiver().archive(value()) }
    untyped = nil
  }

  /// The value of an expression whose type is only Codable, each time.
  init<T: Codable & SendableMetatype>(codable value: @escaping @Sendable () throws -> T) {
    make = value
    archived = { try Archiver().archive(codable: value()) }
    untyped = nil
  }

  /// A value without a Swift type, for a field of a type.
  init(_ value: ArchiveValue, _ type: ArchiveType) {
    make = { value }
    archived = { try Archive(value, type: type).encoded() }
    untyped = type
  }

  /// The value, for a field that a program reads as a type; `nil` for nil.
  ///
  /// - Throws: what the expression throws; ``ArchiveError`` when the value cannot be of this type.
  func value<T: ArchivableValue>(as type: T.Type) throws -> T? {
    let value = try make()
    if let untyped, let value = value as? ArchiveValue {
      return try value.decoded(as: T?.self, from: untyped)
    }
    return value as? T
  }

  /// The value, for a field of a type that is only Codable.
  func codableValue<T>() throws -> T? { try make() as? T }
}
