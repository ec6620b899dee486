/// A wrapper for an error that a program's closure has thrown.
///
/// The wrapper passes unchanged through code that converts Lode's own errors. For example, a
/// closure may throw an `ArchiveError`, which the program must receive unchanged.
@usableFromInline
package struct CallerError: Error {
  @usableFromInline let error: any Error

  private init(_ error: any Error) { self.error = error }

  /// Returns a wrapper around an error of a closure, or returns a store error unchanged.
  ///
  /// A store error stays unwrapped, so that conversions can add the key of the row, for example to
  /// an error of `row.value(as:)`.
  @usableFromInline @inline(never)
  static func around(_ error: any Error) -> any Error {
    error is StoreError ? error : CallerError(error)
  }
}

/// Runs a program's closure, and wraps an error of the closure for ``passingCallerErrors(_:)``.
@inlinable @inline(__always)
package func callerErrors<R: ~Copyable>(_ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch {
    throw CallerError.around(error)
  }
}

/// Runs `body`, and unwraps an error that ``callerErrors(_:)`` has wrapped.
@inlinable @inline(__always)
package func passingCallerErrors<R: ~Copyable>(_ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch let error as CallerError {
    throw error.error
  }
}
