/// Borrowed bytes for classes, such as implementations of `Decoder`, that cannot hold a span.
///
/// The bytes are valid while `lend` runs. After `lend` returns, the object is empty, so code that
/// outlives the call reads nothing. The type is not `Sendable`: one thread sets and reads it.
@safe
final class BorrowedBytes {
  private var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// Whether the object holds bytes now.
  var isBorrowed: Bool { unsafe bytes.baseAddress != nil }

  /// Holds the bytes of `span` while `body` runs.
  func lend<R>(_ span: Span<UInt8>, _ body: () throws -> R) rethrows -> R {
    // Unsafe: the pointer is cleared before the closure, and so the borrow, ends. Readers run
    // inside `body` and use spans that live for one call.
    try unsafe span.withUnsafeBytes { buffer in
      unsafe bytes = buffer
      defer { unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0) }
      return try body()
    }
  }

  /// The borrowed bytes; empty outside `lend`.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // Unsafe: `bytes` is set only while `lend` runs, and cleared before the borrow ends.
      let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
