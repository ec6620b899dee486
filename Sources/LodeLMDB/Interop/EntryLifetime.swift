extension ReadCursor {
  /// Lets an entry live as long as the read transaction instead of until the cursor's next move.
  ///
  /// LMDB's pages do not change under a read, so the bytes stay where they are until it ends.
  @_lifetime(copy self)
  @inlinable
  func keep(_ entry: consuming Entry?) -> Entry? {
    unsafe _overrideLifetime(entry, copying: self)
  }
}

extension IntegerReadCursor {
  /// As for ``ReadCursor``.
  @_lifetime(copy self)
  @inlinable
  func keep(_ entry: consuming IntegerEntry?) -> IntegerEntry? {
    unsafe _overrideLifetime(entry, copying: self)
  }
}

extension Array<UInt8> {
  /// Copies borrowed bytes.
  @inlinable
  public init(copying span: Span<UInt8>) {
    // The bytes are only read while they are being copied.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Copies borrowed bytes, or is `nil` where there are none.
  @inlinable
  public init?(copying span: Span<UInt8>?) {
    guard let span else { return nil }
    self.init(copying: span)
  }
}
