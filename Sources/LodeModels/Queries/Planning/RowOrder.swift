internal import LodeCoding

extension Span<UInt8> {
  /// Compares two keys in the order of their rows: by bytes, or by the stored form for long keys.
  ///
  /// - Returns: A negative number, 0, or a positive number.
  func rowOrder(_ other: Span<UInt8>) -> Int {
    if count < StoredKey.byteCount, other.count < StoredKey.byteCount { return byteOrder(other) }
    let own = StoredKey(self)
    let others = StoredKey(other)
    return own.bytes.byteOrder(others.bytes)
  }
}

extension KeyRange {
  /// Returns the subrange from a bound onwards.
  func from(_ start: Bound) -> KeyRange {
    if let own = lower.bytes, let new = start.bytes, new.span.byteOrder(own.span) < 0 {
      return self
    }
    return KeyRange(lower: start, upper: upper)
  }

  /// Returns the subrange before the bytes `end`.
  func before(_ end: [UInt8]) -> KeyRange {
    if let own = upper.bytes, own.span.byteOrder(end.span) < 0 { return self }
    return KeyRange(lower: lower, upper: .excluded(end))
  }
}
