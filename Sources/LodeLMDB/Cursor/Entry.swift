/// One row of a table: borrowed key and value bytes.
///
/// The bytes are in LMDB's own memory. In a read, the bytes are valid until the transaction ends;
/// in a write, until the next change. The compiler rejects later use.
public struct Entry: ~Escapable {
  /// The key's bytes.
  public let key: Span<UInt8>
  /// The value's bytes.
  public let value: Span<UInt8>

  @_lifetime(copy key, copy value)
  @inlinable
  init(key: Span<UInt8>, value: Span<UInt8>) {
    self.key = key
    self.value = value
  }
}

/// One row of an integer table: the key, and the borrowed value bytes.
public struct IntegerEntry: ~Escapable {
  /// The key.
  public let key: UInt
  /// The value's bytes.
  public let value: Span<UInt8>

  @_lifetime(copy value)
  @inlinable
  init(key: UInt, value: Span<UInt8>) {
    self.key = key
    self.value = value
  }
}
