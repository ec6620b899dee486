extension Span<UInt8> {
  /// Decodes a number of a common type at an offset; returns `nil` for other types.
  ///
  /// The bytes must contain the whole number. The compiler resolves the type comparisons.
  @inlinable @inline(__always)
  func commonValue<Value>(_ type: Value.Type, at offset: Int) -> Value? {
    if Value.self == Int.self {
      return rebound(littleEndian(at: offset, as: Int.self), as: Value.self)
    }
    if Value.self == Int64.self {
      return rebound(littleEndian(at: offset, as: Int64.self), as: Value.self)
    }
    if Value.self == Int32.self {
      return rebound(littleEndian(at: offset, as: Int32.self), as: Value.self)
    }
    if Value.self == UInt64.self {
      return rebound(littleEndian(at: offset, as: UInt64.self), as: Value.self)
    }
    if Value.self == UInt32.self {
      return rebound(littleEndian(at: offset, as: UInt32.self), as: Value.self)
    }
    if Value.self == Double.self {
      return rebound(Double(bitPattern: littleEndian(at: offset, as: UInt64.self)), as: Value.self)
    }
    if Value.self == Float.self {
      return rebound(Float(bitPattern: littleEndian(at: offset, as: UInt32.self)), as: Value.self)
    }
    return nil
  }
}
