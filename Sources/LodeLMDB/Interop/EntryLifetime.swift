extension ReadCursor {
  /// Extends the lifetime of a row from the cursor's next move to the end of the read transaction.
  ///
  /// LMDB does not change pages that a read can see, so the bytes stay valid until the read ends.
  @_lifetime(copy self)
  @inlinable
  func keep(_ entry: consuming Entry?) -> Entry? {
    unsafe _overrideLifetime(entry, copying: self)
  }
}

extension Array<UInt8> {
  /// Copies borrowed bytes into an array, which may outlive the transaction.
  ///
  /// - Complexity: O(b) for b bytes.
  @inlinable
  public init(copying span: Span<UInt8>) {
    // The bytes are only read during the copy.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Copies borrowed bytes into an array, or returns `nil` for `nil`.
  ///
  /// - Complexity: O(b) for b bytes.
  @inlinable
  public init?(copying span: Span<UInt8>?) {
    guard let span else { return nil }
    self.init(copying: span)
  }
}
