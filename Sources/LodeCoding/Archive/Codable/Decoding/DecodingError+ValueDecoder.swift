extension DecodingError {
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
