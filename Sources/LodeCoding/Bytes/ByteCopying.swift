// Copies of bytes and of fixed-width integers between spans.

extension OutputSpan<UInt8> {
  /// Appends a copy of `bytes`.
  ///
  /// - Precondition: The free capacity is at least `bytes.count`.
  @inlinable @inline(__always)
  public mutating func append(copying bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity, "the output has too little capacity for the bytes")
    // Unsafe: the precondition checks the capacity, and only the closures use the two buffers.
    unsafe withUnsafeMutableBufferPointer { buffer, initialized in
      unsafe bytes.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(to + initialized).copyMemory(
          from: from, byteCount: source.count)
        initialized &+= source.count
      }
    }
  }

  /// Appends an integer in little-endian order.
  ///
  /// - Precondition: The free capacity is at least eight bytes.
  @inlinable @inline(__always)
  public mutating func append(littleEndian value: UInt64) {
    precondition(freeCapacity >= 8, "the output has too little capacity for the integer")
    // Unsafe: the precondition checks the capacity.
    unsafe withUnsafeMutableBufferPointer { buffer, initialized in
      guard let to = buffer.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(to + initialized).storeBytes(
        of: value.littleEndian, as: UInt64.self)
      initialized &+= 8
    }
  }

  /// Appends an integer in little-endian order.
  ///
  /// - Precondition: The free capacity is at least four bytes.
  @inlinable @inline(__always)
  public mutating func append(littleEndian value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: value &>> shift))
    }
  }
}

extension [UInt8] {
  /// Appends a copy of `bytes`.
  @inlinable @inline(__always)
  package mutating func append(copying bytes: Span<UInt8>) {
    // Unsafe: only the closure reads the bytes.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension Span<UInt8> {
  /// Returns the eight bytes at `offset` as a little-endian integer.
  ///
  /// - Precondition: The span holds eight bytes at `offset`.
  @inlinable @inline(__always)
  public func littleEndianUInt64(at offset: Int) -> UInt64 { littleEndian(at: offset) }

  /// Returns the four bytes at `offset` as a little-endian integer.
  ///
  /// - Precondition: The span holds four bytes at `offset`.
  @inlinable @inline(__always)
  public func littleEndianUInt32(at offset: Int) -> UInt32 { littleEndian(at: offset) }

  /// Returns the little-endian integer at `offset`.
  ///
  /// - Precondition: The span holds all bytes of the integer.
  @inlinable @inline(__always)
  func littleEndian<I: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: I.Type = I.self
  ) -> I {
    precondition(
      offset >= 0 && offset &+ MemoryLayout<I>.size <= count, "the range of bytes is out of bounds")
    // Unsafe: the precondition checks the range.
    return unsafe withUnsafeBytes {
      unsafe I(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: I.self))
    }
  }
}
