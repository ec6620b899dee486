// Conversions from a generic type to the concrete type that it has at run time.

/// Returns the value itself if its type is `U`, otherwise `nil`.
///
/// Compares two addresses instead of calling the runtime as `as?` does. In specialized code, the
/// compiler removes the comparison.
@inline(__always)
func sameValue<T, U>(_ value: T, as type: U.Type) -> U? {
  guard T.self == U.self else { return nil }
  // Unsafe: the guard checks that both types are the same.
  return unsafe unsafeBitCast(value, to: U.self)
}

/// Returns the optional value itself if `T` is `U`, otherwise `nil`.
///
/// Compares `T` with `U`, so that the runtime does not create the metadata of `T?`.
@inline(__always)
func sameValue<T, U>(ifPresent value: T?, as type: U.Type) -> U?? {
  guard T.self == U.self else { return nil }
  // Unsafe: the guard checks that both types are the same.
  return unsafe .some(unsafeBitCast(value, to: U?.self))
}

/// Returns the value itself as a `U`.
///
/// - Precondition: `T` and `U` are the same type.
@inlinable @inline(__always)
func rebound<T, U>(_ value: T, as type: U.Type = U.self) -> U {
  precondition(T.self == U.self, "another type")
  // Unsafe: the precondition requires that both types are the same.
  return unsafe unsafeBitCast(value, to: U.self)
}

/// Returns the optional value itself as a `U?`.
///
/// - Precondition: `T` and `U` are the same type.
@inline(__always)
func reboundOptional<T, U>(_ value: T?, as type: U.Type = U.self) -> U? {
  precondition(T.self == U.self, "another type")
  // Unsafe: the precondition requires that both types are the same.
  return unsafe unsafeBitCast(value, to: U?.self)
}
