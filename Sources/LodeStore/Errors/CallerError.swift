/// An error that a program's closure has thrown, on its way through code that converts Lode's own
/// errors.
///
/// A closure may throw an `ArchiveError` of its own. The error must reach the program unchanged.
@usableFromInline
package struct CallerError: Error {
  @usableFromInline let error: any Error

  private init(_ error: any Error) { self.error = error }

  /// Returns an error of a closure in a form that no conversion changes.
  ///
  /// A store error stays as it is, so that the error of `row.value(as:)` gets the key of its row.
  @usableFromInline @inline(never)
  static func around(_ error: any Error) -> any Error {
    error is StoreError ? error : CallerError(error)
  }
}

/// Runs a program's closure inside ``passingCallerErrors(_:)``.
@inlinable @inline(__always)
package func callerErrors<R: ~Copyable>(_ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch {
    throw CallerError.around(error)
  }
}

/// Runs `body`, and throws an error of ``callerErrors(_:)`` as the program's closure has thrown it.
@inlinable @inline(__always)
package func passingCallerErrors<R: ~Copyable>(_ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch let error as CallerError {
    throw error.error
  }
}
