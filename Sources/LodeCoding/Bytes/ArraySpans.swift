#if canImport(Darwin) || LODE_BEFORE_26
  // The standard library's members of these names need macOS 26 and iOS 26. Overload resolution
  // prefers the members below, in every file that imports this module, because their extension is
  // constrained. `.ci/check-availability` finds files in which the preference fails.

  extension Array where Element: BitwiseCopyable {
    /// The elements, borrowed from the array.
    @_alwaysEmitIntoClient
    package var span: Span<Element> {
      @_lifetime(borrow self)
      @inline(__always)
      borrowing get {
        // Unsafe: arrays of `BitwiseCopyable` elements are never bridged from Objective-C, so the
        // address of the elements is constant while the array is borrowed. The override binds the
        // span to this borrow.
        let buffer = unsafe withUnsafeBufferPointer { unsafe $0 }
        let span = unsafe Span(_unsafeElements: buffer)
        return unsafe _overrideLifetime(span, borrowing: self)
      }
    }

    /// The elements for reading and writing, borrowed from the array exclusively.
    @_alwaysEmitIntoClient
    package var mutableSpan: MutableSpan<Element> {
      @_lifetime(&self)
      @inline(__always)
      mutating get {
        // Unsafe: arrays of `BitwiseCopyable` elements are never bridged from Objective-C, and the
        // call makes the storage unique. The address is constant during the exclusive access, to
        // which the override binds the span.
        let buffer = unsafe withUnsafeMutableBufferPointer { unsafe $0 }
        let span = unsafe MutableSpan(_unsafeElements: buffer)
        return unsafe _overrideLifetime(span, mutating: &self)
      }
    }
  }
#endif
