// `CollectionOfOne` stores its element inline and passes the element's address. `InlineArray` would
// do the same, but needs macOS 26 and iOS 26.
extension CollectionOfOne where Element: BitwiseCopyable {
  /// The element's bytes in memory order, borrowed from the collection.
  ///
  /// The element's type must have no padding.
  @inlinable
  var elementBytes: Span<UInt8> {
    @_lifetime(borrow self)
    @inline(__always)
    borrowing get {
      // Unsafe: all bytes of an element without padding are initialized.
      let bytes = unsafe Span<UInt8>(_bytes: span.bytes)
      return unsafe _overrideLifetime(bytes, borrowing: self)
    }
  }
}
