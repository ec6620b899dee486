/// Bytes on the heap that grow at the end and can be changed before it.
///
/// It is not `Sendable`: one thread fills and reads it.
@safe
@usableFromInline
struct ByteBuffer: ~Copyable {
  /// Owned by this buffer; the first `count` bytes are written.
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  /// Where the next byte goes; may be moved back to write over bytes and forth again.
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

  /// Makes sure that `extra` more bytes can be written.
  @inlinable @inline(__always)
  mutating func reserve(_ extra: Int) {
    if extra > capacity &- count { grow(extra) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ extra: Int) {
    let wanted = max(count + extra, capacity * 2)
    let block = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 8)
    // Unsafe: both blocks hold `capacity` bytes. All are copied, not `count`: some that are written
    // may lie beyond it for the moment.
    unsafe block.copyMemory(from: base, byteCount: capacity)
    unsafe base.deallocate()
    unsafe base = block
    capacity = wanted
  }

  /// Appends a number, lowest byte first.
  @inlinable @inline(__always)
  mutating func append<I: FixedWidthInteger & BitwiseCopyable>(_ value: I) {
    reserve(MemoryLayout<I>.size)
    // Unsafe: there is room.
    unsafe (base + count).storeBytes(of: value.littleEndian, as: I.self)
    count &+= MemoryLayout<I>.size
  }

  /// Appends a copy of `bytes`.
  @inlinable @inline(__always)
  mutating func append(copying bytes: Span<UInt8>) {
    let length = bytes.count
    reserve(length)
    // Unsafe: there is room, and the source is read only inside the closure.
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe (base + count).copyMemory(from: start, byteCount: length)
      }
    }
    count &+= length
  }

  /// Appends the memory of numbers; on a little-endian machine these are their bytes in the format.
  @inlinable @inline(__always)
  mutating func append<E: BitwiseCopyable>(memoryOf elements: [E]) {
    let length = elements.count &* MemoryLayout<E>.stride
    reserve(length)
    // Unsafe: there is room, and the source is read only inside the closure.
    unsafe elements.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe (base + count).copyMemory(from: start, byteCount: length)
      }
    }
    count &+= length
  }

  /// Appends zeros.
  @inlinable @inline(__always)
  mutating func append(zeros length: Int) {
    reserve(length)
    // Unsafe: there is room.
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: length)
    count &+= length
  }

  /// Writes a number over bytes that were written before.
  @inlinable @inline(__always)
  mutating func store<I: FixedWidthInteger & BitwiseCopyable>(_ value: I, at offset: Int) {
    precondition(offset >= 0 && offset &+ MemoryLayout<I>.size <= capacity, "no such bytes")
    // Unsafe: the range was checked.
    unsafe (base + offset).storeBytes(of: value.littleEndian, as: I.self)
  }

  /// The number at `offset`.
  @inlinable @inline(__always)
  func load<I: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: I.Type = I.self) -> I {
    precondition(offset >= 0 && offset &+ MemoryLayout<I>.size <= capacity, "no such bytes")
    // Unsafe: the range was checked.
    return unsafe I(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: I.self))
  }

  /// Moves the bytes from `offset` on towards the end, and leaves `length` bytes there to be
  /// written.
  @usableFromInline
  mutating func makeGap(_ length: Int, at offset: Int) {
    precondition(offset >= 0 && offset <= count, "no such place")
    reserve(length)
    // Unsafe: there is room, and `moveInitializeMemory` allows for overlap.
    unsafe (base + offset + length).copyMemory(from: base + offset, byteCount: count - offset)
    count += length
  }
}
