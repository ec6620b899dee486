public import CLMDB

extension Span<UInt8> {
  /// Bytes that LMDB points at.
  ///
  /// The caller must tie the result to the transaction at once, with `_overrideLifetime`.
  @_lifetime(immortal)
  @inlinable
  init(_unsafeBytes value: MDB_val) {
    // An empty value may come with any pointer; it is never read.
    let bytes = unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    let typed = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    self = unsafe _overrideLifetime(Span(_unsafeElements: typed), borrowing: ())
  }
}

extension Span<UInt8> {
  /// Below zero, zero or above zero, in the order of LMDB's keys.
  @inlinable
  func compare(_ other: Span<UInt8>) -> Int32 {
    // The bytes are only read during the call.
    unsafe withUnsafeBytes { a in
      unsafe other.withUnsafeBytes { b in
        unsafe lode_compare(a.baseAddress, a.count, b.baseAddress, b.count)
      }
    }
  }
}

extension UInt {
  /// An integer key as LMDB holds it; `nil` when the bytes are no word.
  @inlinable
  init?(key: Span<UInt8>) {
    guard key.count == MemoryLayout<UInt>.size else { return nil }
    // Eight initialised bytes are an integer whatever they are.
    self = unsafe key.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt.self) }
  }
}

extension MDB_val {
  /// Lets `fill` write into a reserved value, and zeroes what it left unwritten.
  @inlinable
  func fill(_ fill: (inout OutputSpan<UInt8>) -> Void) {
    guard let data = unsafe mv_data else { return }
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: data.assumingMemoryBound(to: UInt8.self), count: mv_size)
    // LMDB reserved exactly these bytes and nobody else can see them before the commit.
    var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
    fill(&output)
    // `fill` may have put another span in the place of this one.
    if unsafe output.capacity != mv_size { unsafe buffer.update(repeating: 0) }
    while !output.isFull { output.append(0) }
  }
}
