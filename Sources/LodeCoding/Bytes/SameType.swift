// Values whose type is known only while the program runs, as values of the type that it turns out
// to be.

/// The value itself, when its type is `U`.
///
/// Costs a comparison of two addresses, where `as?` would ask the runtime; none at all in
/// specialized code.
@inline(__always)
func sameValue<T, U>(_ value: T, as type: U.Type) -> U? {
  guard T.self == U.self else { return nil }
  // Unsafe: both types are the same one.
  return unsafe unsafeBitCast(value, to: U.self)
}

/// As the other one, for optionals: `T?` need not be made to be compared.
@inline(__always)
func sameValue<T, U>(ifPresent value: T?, as type: U.Type) -> U?? {
  guard T.self == U.self else { return nil }
  // Unsafe: both types are the same one.
  return unsafe .some(unsafeBitCast(value, to: U?.self))
}

/// The value itself; its type must be `U`.
@inlinable @inline(__always)
func rebound<T, U>(_ value: T, as type: U.Type = U.self) -> U {
  precondition(T.self == U.self, "another type")
  // Unsafe: both types are the same one.
  return unsafe unsafeBitCast(value, to: U.self)
}

/// As the other one, for optionals.
@inline(__always)
func reboundOptional<T, U>(_ value: T?, as type: U.Type = U.self) -> U? {
  precondition(T.self == U.self, "another type")
  // Unsafe: both types are the same one.
  return unsafe unsafeBitCast(value, to: U?.self)
}
