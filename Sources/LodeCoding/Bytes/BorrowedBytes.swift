/// Borrowed bytes for classes that cannot hold a span, for example implementations of `Decoder`.
///
/// The object holds the bytes while `lend` runs, and is empty afterwards. The type is not
/// `Sendable`: one thread at a time uses an object.
@safe
final class BorrowedBytes {
  private var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// Whether the object holds bytes; `false` outside `lend`.
  var isBorrowed: Bool { unsafe bytes.baseAddress != nil }

  /// Holds the bytes of `span` while `body` runs.
  func lend<R>(_ span: Span<UInt8>, _ body: () throws -> R) rethrows -> R {
    // Unsafe: the pointer is cleared before the closure ends, while the span is still borrowed.
    // Code that reads the bytes runs inside `body`, and takes a new `span` in each method, so no
    // span outlives `lend`.
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
