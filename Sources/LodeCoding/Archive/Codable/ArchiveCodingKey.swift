/// A coding key: a name in an archive or an index in an array.
struct ArchiveCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { self.init(intValue) }

  /// The key under which the standard library nests the container of a superclass.
  static let `super` = ArchiveCodingKey("super")
}

/// The archived form of 128-bit integers: decimal digits as text, because archives have no 128-bit
/// integers.
enum WideInteger {
  /// Returns the digits of a 128-bit integer, or `nil` for other types.
  static func text<T>(_ value: T) -> String? {
    if let value = sameValue(value, as: Int128.self) { return "\(value)" }
    if let value = sameValue(value, as: UInt128.self) { return "\(value)" }
    return nil
  }

  /// Returns whether a type is a 128-bit integer.
  static func isWide<T>(_ type: T.Type) -> Bool { T.self == Int128.self || T.self == UInt128.self }

  /// Parses digits as a 128-bit integer type.
  ///
  /// Returns `nil` for another type, for a text without a number, and for a number that does not
  /// fit.
  static func value<T>(_ text: String, as type: T.Type) -> T? {
    if T.self == Int128.self { return Int128(text).map { rebound($0) } }
    if T.self == UInt128.self { return UInt128(text).map { rebound($0) } }
    return nil
  }
}

/// The errors that encoders and decoders of `Codable` types throw.
enum CodableErrors {
  /// Returns the error for a second value in a single value container.
  static func secondValue(_ path: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      path,
      EncodingError.Context(
        codingPath: path, debugDescription: "a single value container already has a value"))
  }

  /// Returns the error for a missing field.
  static func noKey(_ name: String, _ decoder: ValueDecoder) -> DecodingError {
    DecodingError.keyNotFound(
      ArchiveCodingKey(name),
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "the archive has no \(name)"))
  }

  /// Returns the error for a nil field or a missing element.
  static func noValue(_ type: Any.Type, _ decoder: ValueDecoder?) -> DecodingError {
    DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: decoder?.pathInside ?? [],
        debugDescription: "the archive has no value where \(type) is expected"))
  }

  /// Returns the error for a value that does not convert to a type.
  static func mismatch(
    _ type: Any.Type, _ stored: ArchiveType, _ decoder: ValueDecoder?,
    _ underlying: ArchiveError? = nil
  ) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: decoder?.pathInside ?? [],
        debugDescription: "the archive has \(stored) where \(type) is expected",
        underlyingError: underlying))
  }

  /// Returns the error for a value that does not decode as the requested container.
  static func noContainer(_ wanted: String, _ decoder: ValueDecoder) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: decoder.codingPath,
      debugDescription: "the archive has \(decoder.type) where \(wanted) is expected")
    return decoder.type == .null
      ? .valueNotFound(Any.self, context) : .typeMismatch(Any.self, context)
  }

  /// Returns the error for a number that does not fit a type.
  static func corrupted(
    _ message: String, _ decoder: ValueDecoder?, _ underlying: ArchiveError?
  ) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder?.pathInside ?? [], debugDescription: message,
        underlyingError: underlying))
  }
}
