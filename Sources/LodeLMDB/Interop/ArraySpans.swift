#if canImport(Darwin) || LODE_BEFORE_26
  // The standard library's `span` of arrays needs macOS 26 and iOS 26. LodeCoding has a `span` too.
  // The compiler prefers the member of this file, because the constraint of this extension is the
  // most specific.

  extension Array where Element == UInt8 {
    /// The bytes, borrowed from the array.
    @_alwaysEmitIntoClient
    package var span: Span<UInt8> {
      @_lifetime(borrow self)
      @inline(__always)
      borrowing get {
        // Unsafe: arrays of bytes are never bridged from Objective-C, so the address of the bytes
        // is constant while the array is borrowed. The override binds the span to this borrow.
        let buffer = unsafe withUnsafeBufferPointer { unsafe $0 }
        let span = unsafe Span(_unsafeElements: buffer)
        return unsafe _overrideLifetime(span, borrowing: self)
      }
    }
  }
#endif
