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
  /// Returns the error for a second value in a single value container.
  static func secondValue(_ path: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      path,
      EncodingError.Context(
        codingPath: path, debugDescription: "a single value container already has a value"))
  }
}
