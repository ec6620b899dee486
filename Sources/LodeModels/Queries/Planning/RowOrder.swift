internal import LodeCoding

extension Span<UInt8> {
  /// The order of the rows of two keys in their collection: that of the bytes, and of long keys
  /// that of their stored form.
  func rowOrder(_ other: Span<UInt8>) -> Int {
    if count < StoredKey.byteCount, other.count < StoredKey.byteCount { return byteOrder(other) }
    let own = StoredKey(self)
    let others = StoredKey(other)
    return own.bytes.byteOrder(others.bytes)
  }
}

extension KeyRange {
  /// The part of the range that is not before a bound.
  func from(_ start: Bound) -> KeyRange {
    if let own = lower.bytes, let new = start.bytes, new.span.byteOrder(own.span) < 0 {
      return self
    }
    return KeyRange(lower: start, upper: upper)
  }

  /// The part of the range that is before some bytes.
  func before(_ end: [UInt8]) -> KeyRange {
    if let own = upper.bytes, own.span.byteOrder(end.span) < 0 { return self }
    return KeyRange(lower: lower, upper: .excluded(end))
  }
}
