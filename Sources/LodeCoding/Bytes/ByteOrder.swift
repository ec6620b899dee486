extension Span where Element == UInt8 {
  /// Compares two byte strings as `memcmp` does; a prefix sorts before the longer string.
  ///
  /// Returns a negative number if `self` sorts first, zero if the byte strings are equal, and a
  /// positive number if `other` sorts first.
  public func byteOrder(_ other: Span<UInt8>) -> Int {
    let shared = Swift.min(count, other.count)
    // Unsafe: only the closures read the buffers, and only below `shared`.
    let difference = unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in unsafe firstDifference(left, right, shared) }
    }
    return difference != 0 ? difference : count - other.count
  }

  /// Returns whether the bytes begin with `prefix`.
  public func starts(with prefix: Span<UInt8>) -> Bool {
    count >= prefix.count && extracting(first: prefix.count).byteOrder(prefix) == 0
  }

  /// Returns a copy of the bytes as an array.
  public func copied() -> [UInt8] {
    // Unsafe: only the closure reads the buffer.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Returns the index of the first byte equal to `wanted` at or after `start`, or `nil`.
  func firstIndex(of wanted: UInt8, from start: Int) -> Int? {
    // Unsafe: only the closure reads the buffer, and `firstByte` stays below the buffer's count.
    unsafe withUnsafeBytes { unsafe firstByte(wanted, in: $0, from: start) }
  }
}

/// Returns -1 or 1 for the first difference in the first `count` bytes, or zero if all bytes are
/// equal.
///
/// Each buffer holds at least `count` bytes.
private func firstDifference(
  _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ count: Int
) -> Int {
  guard let l = left.baseAddress, let r = right.baseAddress else { return 0 }
  var at = 0
  // A big-endian word sorts by its bytes, so the loop compares eight bytes at once.
  while count &- at >= 8 {
    let a = unsafe UInt64(bigEndian: l.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    let b = unsafe UInt64(bigEndian: r.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    if a != b { return a < b ? -1 : 1 }
    at &+= 8
  }
  while at < count {
    let a = unsafe l.load(fromByteOffset: at, as: UInt8.self)
    let b = unsafe r.load(fromByteOffset: at, as: UInt8.self)
    if a != b { return a < b ? -1 : 1 }
    at &+= 1
  }
  return 0
}

/// Returns the index of the first byte equal to `wanted` at or after `start`, or `nil`.
///
/// Compares eight bytes at a time, and reads no byte outside of the buffer.
///
/// Source of the zero-byte test: Henry S. Warren, "Hacker's Delight", 2nd edition, section 6-1.
func firstByte(_ wanted: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
  guard let base = bytes.baseAddress else { return nil }
  let pattern = UInt64(wanted) &* 0x0101_0101_0101_0101
  var at = start
  while bytes.count &- at >= 8 {
    let word = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    let x = word ^ pattern
    let found = (x &- 0x0101_0101_0101_0101) & ~x & 0x8080_8080_8080_8080
    if found != 0 { return at &+ found.trailingZeroBitCount &>> 3 }
    at &+= 8
  }
  while at < bytes.count {
    if unsafe base.load(fromByteOffset: at, as: UInt8.self) == wanted { return at }
    at &+= 1
  }
  return nil
}
