public import CLMDB

extension Span<UInt8> {
  /// Creates a span of bytes to which LMDB points.
  ///
  /// The caller must tie the span to the transaction at once, with `_overrideLifetime`.
  @_lifetime(immortal)
  @inlinable
  init(_unsafeBytes value: MDB_val) {
    // LMDB may return any pointer for an empty value; the pointer is never read.
    let bytes = unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    let typed = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    self = unsafe _overrideLifetime(Span(_unsafeElements: typed), borrowing: ())
  }
}

extension Span<UInt8> {
  /// Returns a negative number, zero, or a positive number if this key is less than, equal to, or
  /// greater than `other`.
  @inlinable
  @inline(__always)
  func compare(_ other: Span<UInt8>) -> Int32 {
    // The bytes are only read during the call.
    unsafe withUnsafeBytes { a in
      unsafe other.withUnsafeBytes { b in
        unsafe lode_compare(a.baseAddress, a.count, b.baseAddress, b.count)
      }
    }
  }
}

extension MDB_val {
  /// Passes the reserved bytes of a value to `fill`, and zeroes the bytes that `fill` does not
  /// write.
  @inlinable
  func fill(_ fill: (inout OutputSpan<UInt8>) -> Void) {
    guard let data = unsafe mv_data else { return }
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: data.assumingMemoryBound(to: UInt8.self), count: mv_size)
    // LMDB reserved exactly these bytes, and no other transaction can see them before the commit.
    var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
    fill(&output)
    // If `fill` has replaced the span with another span, `fill` has not written these bytes.
    if unsafe output.capacity != mv_size { unsafe buffer.update(repeating: 0) }
    while !output.isFull { output.append(0) }
  }
}
