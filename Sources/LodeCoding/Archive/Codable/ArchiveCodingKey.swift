/// A key that is a name in an archive or an index in an array.
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

  /// The standard library's key for the container of a superclass.
  static let `super` = ArchiveCodingKey("super")
}

/// The representation of 128-bit integers, which are archived as text.
///
/// These integers are Codable but have no type in the format.
enum WideInteger {
  static func text<T>(_ value: T) -> String? {
    if let value = sameValue(value, as: Int128.self) { return "\(value)" }
    if let value = sameValue(value, as: UInt128.self) { return "\(value)" }
    return nil
  }

  static func isWide<T>(_ type: T.Type) -> Bool { T.self == Int128.self || T.self == UInt128.self }

  static func value<T>(_ text: String, as type: T.Type) -> T? {
    if T.self == Int128.self { return Int128(text).map { rebound($0) } }
    if T.self == UInt128.self { return UInt128(text).map { rebound($0) } }
    return nil
  }
}

/// Errors of Codable types.
enum CodableErrors {
  static func secondValue(_ path: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      path, EncodingError.Context(codingPath: path, debugDescription: "a second single value"))
  }

  static func noKey(_ name: String, _ decoder: ValueDecoder) -> DecodingError {
    DecodingError.keyNotFound(
      ArchiveCodingKey(name),
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "the archive has no \(name)"))
  }

  static func noValue(_ type: Any.Type, _ decoder: ValueDecoder?) -> DecodingError {
    DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: decoder?.pathInside ?? [],
        debugDescription: "the archive has no value where \(type) is expected"))
  }

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

  /// Returns the error for a value without the requested container.
  static func noContainer(_ wanted: String, _ decoder: ValueDecoder) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: decoder.codingPath,
      debugDescription: "the archive has \(decoder.type) where \(wanted) is expected")
    return decoder.type == .null
      ? .valueNotFound(Any.self, context) : .typeMismatch(Any.self, context)
  }

  static func corrupted(
    _ message: String, _ decoder: ValueDecoder?, _ underlying: ArchiveError?
  ) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder?.pathInside ?? [], debugDescription: message,
        underlyingError: underlying))
  }
}
