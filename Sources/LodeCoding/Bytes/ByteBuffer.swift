/// A heap buffer that grows at the end and allows changes to the bytes already written.
///
/// The buffer is not `Sendable`: one thread at a time uses the buffer.
@safe
@usableFromInline
struct ByteBuffer: ~Copyable {
  /// The allocation that this buffer owns; the first `count` bytes are written.
  @usableFromInline var base: UnsafeMutableRawPointer
  /// The size of the allocation in bytes.
  @usableFromInline var capacity: Int
  /// The offset of the next byte, from the start of the buffer.
  ///
  /// Callers may move the offset back to overwrite bytes, and forward again.
  @usableFromInline var count = 0

  @usableFromInline
  init(capacity: Int = 512) {
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    self.capacity = capacity
  }

  // Unsafe: `base` came from `allocate` and is freed only here and in `grow`.
  @usableFromInline
  deinit { unsafe base.deallocate() }

  /// The bytes written so far.
  @usableFromInline var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // Unsafe: the first `count` bytes are written, and the borrow keeps them alive.
      let start = unsafe UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
      let span = unsafe Span<UInt8>(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Grows the buffer, if necessary, so that `extra` more bytes fit.
  @inlinable @inline(__always)
  mutating func reserve(_ extra: Int) {
    if extra > capacity &- count { grow(extra) }
  }

  /// Moves the bytes to a larger allocation with capacity for `extra` more bytes.
  @usableFromInline @inline(never)
  mutating func grow(_ extra: Int) {
    let wanted = max(count + extra, capacity * 2)
    let block = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 8)
    // Unsafe: both allocations hold `capacity` bytes. The copy includes all bytes, because written
    // bytes may lie beyond `count` temporarily.
    unsafe block.copyMemory(from: base, byteCount: capacity)
    unsafe base.deallocate()
    unsafe base = block
    capacity = wanted
  }

  /// Appends an integer in little-endian order.
  @inlinable @inline(__always)
  mutating func append<I: FixedWidthInteger & BitwiseCopyable>(_ value: I) {
    reserve(MemoryLayout<I>.size)
    // Unsafe: `reserve` made the capacity sufficient.
    unsafe (base + count).storeBytes(of: value.littleEndian, as: I.self)
    count &+= MemoryLayout<I>.size
  }

  /// Appends a copy of `bytes`.
  @inlinable @inline(__always)
  mutating func append(copying bytes: Span<UInt8>) {
    let length = bytes.count
    reserve(length)
    // Unsafe: `reserve` made the capacity sufficient, and the closure alone reads the source.
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe (base + count).copyMemory(from: start, byteCount: length)
      }
    }
    count &+= length
  }

  /// Appends `length` zero bytes.
  @inlinable @inline(__always)
  mutating func append(zeros length: Int) {
    reserve(length)
    // Unsafe: `reserve` made the capacity sufficient.
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: length)
    count &+= length
  }

  /// Overwrites the bytes at `offset` with an integer in little-endian order.
  ///
  /// - Precondition: All bytes of the integer are inside the capacity.
  @inlinable @inline(__always)
  mutating func store<I: FixedWidthInteger & BitwiseCopyable>(_ value: I, at offset: Int) {
    precondition(
      offset >= 0 && offset &+ MemoryLayout<I>.size <= capacity,
      "the range of bytes is out of bounds")
    // Unsafe: the precondition checks the range.
    unsafe (base + offset).storeBytes(of: value.littleEndian, as: I.self)
  }

  /// Returns the little-endian integer at `offset`.
  ///
  /// - Precondition: All bytes of the integer are inside the capacity.
  @inlinable @inline(__always)
  func load<I: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: I.Type = I.self) -> I {
    precondition(
      offset >= 0 && offset &+ MemoryLayout<I>.size <= capacity,
      "the range of bytes is out of bounds")
    // Unsafe: the precondition checks the range.
    return unsafe I(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: I.self))
  }

  /// Moves the bytes from `offset` to the end by `length` bytes; the bytes of the gap are
  /// unspecified.
  @usableFromInline
  mutating func makeGap(_ length: Int, at offset: Int) {
    precondition(offset >= 0 && offset <= count, "the offset is out of bounds")
    reserve(length)
    // Unsafe: `reserve` made the capacity sufficient, and `copyMemory` allows overlapping ranges.
    unsafe (base + offset + length).copyMemory(from: base + offset, byteCount: count - offset)
    count += length
  }

  /// Appends a varint: groups of seven bits, lowest group first.
  @usableFromInline
  mutating func append(varint value: UInt32) {
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Replaces the single byte before `offset` by a varint of more than one byte.
  mutating func lengthen(prefix value: UInt32, at offset: Int) {
    makeGap((31 - value.leadingZeroBitCount) / 7, at: offset)
    let end = count
    count = offset - 1
    append(varint: value)
    count = end
  }
}
