#if canImport(Darwin) || LODE_BEFORE_26
  // The standard library's `span` of arrays needs macOS 26 and iOS 26. The compiler prefers the
  // member of this file, because the extension is constrained to arrays of bytes. LodeCoding has a
  // `span` too, and the compiler uses the member with the more specific constraint.

  extension Array where Element == UInt8 {
    /// The bytes, borrowed from the array.
    @_alwaysEmitIntoClient
    package var span: Span<UInt8> {
      @_lifetime(borrow self)
      @inline(__always)
      borrowing get {
        // Unsafe: arrays of bytes are never bridged from Objective-C, so the bytes stay where they
        // are while the array is borrowed. The span is bound to that borrow at once.
        let buffer = unsafe withUnsafeBufferPointer { unsafe $0 }
        let span = unsafe Span(_unsafeElements: buffer)
        return unsafe _overrideLifetime(span, borrowing: self)
      }
    }
  }
#endif
