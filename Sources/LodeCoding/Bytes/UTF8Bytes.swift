// Conversions between strings and UTF-8. `String.UTF8View.span` and `UTF8Span` need macOS 26 and
// iOS 26, so the code for Apple's systems uses older calls.

extension String {
  /// Passes the string's UTF-8 to `body`; the bytes are valid only inside `body`.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable @inline(__always)
  package func withUTF8Span<R: ~Copyable, E>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    #if canImport(Darwin) || LODE_BEFORE_26
      var text = self
      var result: Result<R, E>?
      text.withUTF8 { bytes in
        do throws(E) {
          // Unsafe: the span does not outlive the closure, in which the buffer is valid.
          result = .success(try body(unsafe Span(_unsafeElements: bytes)))
        } catch {
          result = .failure(error)
        }
      }
      guard let result = result.take() else { preconditionFailure("withUTF8 runs its closure") }
      return try result.get()
    #else
      return try body(utf8.span)
    #endif
  }

  /// Compares the UTF-8 of two texts as `memcmp` does.
  ///
  /// Returns a negative number if `self` sorts first, zero if the bytes are equal, and a positive
  /// number if `other` sorts first.
  func utf8Order(_ other: String) -> Int {
    withUTF8Span { bytes in other.withUTF8Span { bytes.byteOrder($0) } }
  }

  /// Creates a string from UTF-8, or returns `nil` if the bytes are not UTF-8.
  package init?(validUTF8 bytes: Span<UInt8>) {
    #if canImport(Darwin) || LODE_BEFORE_26
      // Unsafe: the buffer is read only inside the closure.
      let text = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe String(validating: buffer, as: UTF8.self)
      }
      guard let text else { return nil }
      self = text
    #else
      do {
        self = String(copying: try UTF8Span(validating: bytes))
      } catch {
        return nil
      }
    #endif
  }
}

extension Span<UInt8> {
  /// Whether the bytes are UTF-8.
  package var isUTF8: Bool { firstInvalidUTF8 == nil }

  /// The offset of the first byte that is not part of a Unicode scalar, or `nil` if the bytes are
  /// UTF-8.
  package var firstInvalidUTF8: Int? {
    #if canImport(Darwin) || LODE_BEFORE_26
      // Unsafe: the buffer is read only inside the closure.
      unsafe withUnsafeBufferPointer { buffer in
        if unsafe String(validating: buffer, as: UTF8.self) != nil { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = unsafe buffer.makeIterator()
        var offset = 0
        while true {
          switch unsafe parser.parseScalar(from: &bytes) {
          case .valid(let scalar): offset += scalar.count
          case .error: return offset
          case .emptyInput: return nil
          }
        }
      }
    #else
      do {
        _ = try UTF8Span(validating: self)
        return nil
      } catch {
        return error.byteOffsets.lowerBound
      }
    #endif
  }
}
