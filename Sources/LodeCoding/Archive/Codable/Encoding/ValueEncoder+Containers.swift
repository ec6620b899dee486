extension ValueEncoder: Encoder {
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .keyed = shape.kind { hasContainer = true } else { hasFailed = true }
    return KeyedEncodingContainer(KeyedEncoding(encoder: self, shape: shape, isPayload: false))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .unkeyed = shape.kind { hasContainer = true } else { hasFailed = true }
    return UnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if case .single = shape.kind { hasContainer = true } else { hasFailed = true }
    return SingleEncoding(encoder: self)
  }

  /// Stops writing, and returns an encoder without output for a nested container.
  func silentEncoder() -> CollectingEncoder {
    hasFailed = true
    return CollectingEncoder(state, path: codingPath, isSilent: true)
  }
}

extension EncodingError {
  /// Returns the error for a value, or the name of a value, that an archive cannot hold.
  static func invalid(
    _ value: Any, at path: [any CodingKey], _ description: String
  ) -> EncodingError {
    .invalidValue(value, Context(codingPath: path, debugDescription: description))
  }
}
