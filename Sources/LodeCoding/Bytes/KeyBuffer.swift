/// A buffer for a key's bytes: on the stack up to 128 bytes, on the heap beyond.
///
/// Keys of up to 120 bytes never allocate. A longer key allocates if an append exceeds the 128
/// bytes. Appending a number needs nine free bytes, even for a small number.
///
/// ```swift
/// var buffer = KeyBuffer()
/// "theme".encodeKey(into: &buffer)
/// let bytes: Span<UInt8> = buffer.bytes  // valid until `buffer` changes or is destroyed
/// ```
///
/// The buffer is not `Sendable`: one thread at a time uses the buffer.
@safe
public struct KeyBuffer: ~Copyable {
  /// The memory for keys of up to 128 bytes.
  @usableFromInline var inline = CollectionOfOne(SIMD16<UInt64>())
  /// The heap allocation that this buffer owns.
  ///
  /// Once `heap` is set, the allocation holds all `count` bytes and `inline` is unused.
  @usableFromInline var heap: UnsafeMutableRawPointer?
  /// The size in bytes of `inline`, or of the heap allocation if `heap` is set.
  @usableFromInline var capacity = 128
  /// The number of bytes written.
  @usableFromInline var used = 0

  /// The number of bytes written.
  @inlinable public var count: Int { used }

  /// Creates an empty buffer.
  @inlinable
  public init() {}

  @inlinable
  deinit {
    // Unsafe: `heap` came from `allocate` in `grow`. Only `grow` and this `deinit` free the memory.
    if let heap = unsafe heap { unsafe heap.deallocate() }
  }

  /// The bytes written so far, borrowed from the buffer.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    @inlinable
    get {
      guard let heap = unsafe heap else { return inline.elementBytes.extracting(first: count) }
      // Unsafe: the first `count` bytes of `heap` are written, and the borrow keeps them alive.
      let start = unsafe UnsafePointer(heap.assumingMemoryBound(to: UInt8.self))
      let span = unsafe Span<UInt8>(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Empties the buffer but keeps its memory for the next key.
  @inlinable
  public mutating func removeAll() { used = 0 }

  /// Appends one byte.
  @inlinable
  public mutating func append(_ byte: UInt8) {
    // Unsafe: `withFreeCapacity` reserves one byte.
    unsafe withFreeCapacity(1) { unsafe $0.storeBytes(of: byte, as: UInt8.self) }
    used &+= 1
  }

  /// Appends `code` and then the low `byteCount` bytes of `value`, in big-endian order.
  ///
  /// - Parameters:
  ///   - code: The type code.
  ///   - value: The integer.
  ///   - byteCount: The number of low bytes of `value` to append.
  /// - Precondition: `byteCount` is from 0 to 8.
  @inlinable
  public mutating func append(code: UInt8, _ value: UInt64, byteCount: Int) {
    precondition(byteCount >= 0 && byteCount <= 8, "an integer has at most eight bytes")
    let word = value << UInt64(64 &- 8 &* byteCount)
    // Unsafe: `withFreeCapacity` reserves nine bytes. Later appends overwrite the bytes beyond
    // `byteCount`.
    unsafe withFreeCapacity(9) {
      unsafe $0.storeBytes(of: code, as: UInt8.self)
      unsafe $0.storeBytes(of: word.bigEndian, toByteOffset: 1, as: UInt64.self)
    }
    used &+= 1 &+ byteCount
  }

  /// Appends `bytes` unchanged.
  public mutating func append(_ bytes: Span<UInt8>) {
    let length = bytes.count
    // Unsafe: `withFreeCapacity` reserves `length` bytes, and the source span holds `length` bytes.
    unsafe withFreeCapacity(length) { room in
      unsafe bytes.withUnsafeBytes { source in
        if let start = source.baseAddress { unsafe room.copyMemory(from: start, byteCount: length) }
      }
    }
    used &+= length
  }

  /// Appends `code`, then `bytes` with each `00` escaped as `00 FF`.
  ///
  /// The caller appends the end byte.
  @usableFromInline
  mutating func appendEscaped(code: UInt8, _ bytes: Span<UInt8>) {
    append(code)
    var start = 0
    while let zero = bytes.firstIndex(of: 0, from: start) {
      append(bytes.extracting(start..<(zero + 1)))
      append(0xFF)
      start = zero + 1
    }
    append(bytes.extracting(start..<bytes.count))
  }

  /// Complements every byte from `start` on, which reverses the order of the encoded values.
  @usableFromInline
  mutating func complement(from start: Int) {
    guard start < count else { return }
    let end = count
    // Unsafe: `withBase` passes the buffer's start, and the first `count` bytes are written.
    unsafe withBase { base in
      for at in start..<end {
        let byte = unsafe base.load(fromByteOffset: at, as: UInt8.self)
        unsafe base.storeBytes(of: ~byte, toByteOffset: at, as: UInt8.self)
      }
    }
  }

  /// Runs `write` with a pointer to `extra` writable bytes.
  @inlinable @inline(__always)
  mutating func withFreeCapacity(_ extra: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
    if extra > capacity &- count { grow(extra) }
    let at = count
    // Unsafe: `grow` made `capacity` at least `count + extra`.
    unsafe withBase { unsafe write($0 + at) }
  }

  /// Passes the address of the buffer's first byte to `body`.
  @inlinable @inline(__always)
  mutating func withBase(_ body: (UnsafeMutableRawPointer) -> Void) {
    if let heap = unsafe heap { return unsafe body(heap) }
    // Unsafe: the pointer is used only inside the closure, while `inline` is exclusively held.
    unsafe withUnsafeMutableBytes(of: &inline) {
      if let base = $0.baseAddress { unsafe body(base) }
    }
  }

  /// Moves the bytes to a larger heap allocation with capacity for `extra` more bytes.
  @usableFromInline @inline(never)
  mutating func grow(_ extra: Int) {
    let wanted = Swift.max(count + extra, capacity * 2)
    let block = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 8)
    let written = used
    // Unsafe: both allocations hold `written` bytes. The old heap allocation is freed once and
    // replaced.
    unsafe withBase { unsafe block.copyMemory(from: $0, byteCount: written) }
    if let heap = unsafe heap { unsafe heap.deallocate() }
    unsafe heap = block
    capacity = wanted
  }
}
