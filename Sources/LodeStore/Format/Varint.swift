internal import LodeCoding

// Variable-length integers of one to five bytes. Each byte contains seven bits, least significant
// bits first.

extension [UInt8] {
  /// Appends an integer.
  @inline(__always)
  mutating func appendVarint(_ value: UInt32) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

extension [UInt8] {
  /// Replaces the bytes from an offset on.
  ///
  /// The array keeps its memory.
  @inline(__always)
  mutating func replaceBytes(from start: Int, with bytes: Span<UInt8>) {
    let common = Swift.min(count &- start, bytes.count)
    var target = mutableSpan
    for index in 0..<common { target[start &+ index] = bytes[index] }
    if common < bytes.count {
      append(copying: bytes.extracting(common..<bytes.count))
    } else if start &+ common < count {
      removeLast(count &- start &- common)
    }
  }
}

/// Returns the encoded size of an integer, in bytes.
@inline(__always)
func varintSize(_ value: UInt32) -> Int {
  value < 0x80 ? 1 : (38 - value.leadingZeroBitCount) / 7
}

extension Span<UInt8> {
  /// Decodes an integer and advances the offset.
  ///
  /// Returns `nil` if the integer is truncated or too large.
  @inline(__always)
  func varint(at place: inout Int) -> UInt32? {
    guard place < count else { return nil }
    let byte = self[place]
    place &+= 1
    if byte < 0x80 { return UInt32(byte) }
    return longVarint(UInt32(byte & 0x7F), at: &place)
  }

  @inline(never)
  private func longVarint(_ low: UInt32, at place: inout Int) -> UInt32? {
    var value = low
    for shift in stride(from: UInt32(7), through: 28, by: 7) {
      guard place < count else { return nil }
      let byte = self[place]
      place &+= 1
      if shift == 28, byte > 0x0F { return nil }
      value |= UInt32(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
