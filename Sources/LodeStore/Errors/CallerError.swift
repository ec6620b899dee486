/// An error that a program's closure has thrown, on its way through code that converts Lode's own
/// errors.
///
/// A closure may throw an `ArchiveError` of its own. The error must reach the program unchanged.
@usableFromInline
package struct CallerError: Error {
  @usableFromInline let error: any Error

  @usableFromInline
  init(_ error: any Error) { self.error = error }
}

/// Runs a program's closure inside ``passingCallerErrors(_:)``.
@inlinable @inline(__always)
package func callerErrors<R: ~Copyable>(_ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch {
    throw CallerError(error)
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
