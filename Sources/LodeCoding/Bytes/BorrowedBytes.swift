/// Borrowed bytes for code that cannot hold a span: implementations of `Decoder` are classes.
///
/// The bytes are valid while `lend` runs. Afterwards the object is empty, so code that outlives the
/// call reads nothing. The type is not `Sendable`: one thread sets and reads it.
@safe
final class BorrowedBytes {
  private var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  /// Whether there are bytes at the moment.
  var isBorrowed: Bool { unsafe bytes.baseAddress != nil }

  /// Holds the bytes while `body` runs.
  func lend<R>(_ span: Span<UInt8>, _ body: () throws -> R) rethrows -> R {
    // Unsafe: the pointer is forgotten before the closure, and so the borrow, ends. Whoever reads
    // does so inside `body`, by spans that live for one call.
    try unsafe span.withUnsafeBytes { buffer in
      unsafe bytes = buffer
      defer { unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0) }
      return try body()
    }
  }

  /// The bytes.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // Unsafe: as above.
      let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
