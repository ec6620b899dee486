extension DecodingError {
  /// Returns the error for a missing field.
  static func noKey(_ name: String, _ decoder: ValueDecoder) -> DecodingError {
    .keyNotFound(
      ArchiveCodingKey(name),
      Context(
        codingPath: decoder.codingPath, debugDescription: "the archive has no \(name)"))
  }

  /// Returns the error for a nil field or a missing element.
  static func noValue(_ type: Any.Type, _ decoder: ValueDecoder?) -> DecodingError {
    .valueNotFound(type, context("the archive has no value where \(type) is expected", decoder))
  }

  /// Returns the error for a value that does not convert to a type.
  static func mismatch(
    _ type: Any.Type, _ stored: ArchiveType, _ decoder: ValueDecoder?,
    _ underlying: ArchiveError? = nil
  ) -> DecodingError {
    .typeMismatch(
      type, context("the archive has \(stored) where \(type) is expected", decoder, underlying))
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
    .dataCorrupted(context(message, decoder, underlying))
  }

  private static func context(
    _ description: String, _ decoder: ValueDecoder?, _ underlying: ArchiveError? = nil
  ) -> Context {
    Context(
      codingPath: decoder?.pathInside ?? [], debugDescription: description,
      underlyingError: underlying)
  }
}
