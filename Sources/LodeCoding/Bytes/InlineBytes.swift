// `CollectionOfOne` holds its element in place and passes its address, as `InlineArray` does, which
// needs macOS 26 and iOS 26.
extension CollectionOfOne where Element: BitwiseCopyable {
  /// The element's bytes in the order of memory, borrowed from the collection.
  ///
  /// The element's type must have no padding.
  @inlinable
  var elementBytes: Span<UInt8> {
    @_lifetime(borrow self)
    @inline(__always)
    borrowing get {
      // Unsafe: the bytes of an element without padding are initialised and hold no pointers.
      let bytes = unsafe Span<UInt8>(_bytes: span.bytes)
      return unsafe _overrideLifetime(bytes, borrowing: self)
    }
  }
}
