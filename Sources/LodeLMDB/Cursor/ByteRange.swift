/// A range of byte keys between two bounds, each inclusive or exclusive.
///
/// ```swift
/// let people = ByteRange.prefix("person/".utf8.span)
/// let before2026 = ByteRange(upper: .excluded(Array("2026".utf8)))
/// ```
public struct ByteRange: Sendable, Hashable {
  /// A bound of a range.
  public enum Bound: Sendable, Hashable {
    /// The range has no bound on this side.
    case unbounded
    /// The range begins or ends at this key, and includes the key.
    case included([UInt8])
    /// The range begins after this key, or ends before this key.
    case excluded([UInt8])
  }

  /// The lower bound; `.unbounded` for a range that begins with the first key.
  public var lower: Bound
  /// The upper bound; `.unbounded` for a range that ends with the last key.
  ///
  /// A range whose upper bound is below its lower bound is empty.
  public var upper: Bound

  /// Creates a range from two bounds; without arguments, the range of all keys.
  public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
    self.lower = lower
    self.upper = upper
  }

  /// The range of all keys.
  public static var all: ByteRange { ByteRange() }

  /// Returns the range of the keys that begin with `bytes`, including the key `bytes`.
  ///
  /// If `bytes` is empty, the range contains all keys.
  ///
  /// - Complexity: O(b) for b bytes of the prefix `bytes`.
  public static func prefix(_ bytes: Span<UInt8>) -> ByteRange {
    let lower = Array(copying: bytes)
    // The upper bound is the first key after all keys with the prefix. To compute the bound, drop
    // trailing bytes of 255, and add 1 to the last byte.
    var upper = lower
    while upper.last == 0xFF { upper.removeLast() }
    guard let last = upper.popLast() else { return ByteRange(lower: .included(lower)) }
    upper.append(last + 1)
    return ByteRange(lower: .included(lower), upper: .excluded(upper))
  }

  /// Returns whether the range contains a key.
  ///
  /// - Complexity: O(b) for b bytes of the key.
  @inlinable
  public func contains(_ key: Span<UInt8>) -> Bool {
    lower.admits(key, fromAbove: true) && upper.admits(key, fromAbove: false)
  }
}

extension ByteRange.Bound {
  /// Returns whether a key meets the bound; `fromAbove` is true for a lower bound.
  @inlinable
  func admits(_ key: Span<UInt8>, fromAbove: Bool) -> Bool {
    switch self {
    case .unbounded: return true
    case .included(let bound):
      let order = key.compare(bound.span)
      return fromAbove ? order >= 0 : order <= 0
    case .excluded(let bound):
      let order = key.compare(bound.span)
      return fromAbove ? order > 0 : order < 0
    }
  }
}

// The first move of an iteration over a range.
extension CursorHandle {
  /// Moves to the first key inside a lower bound, and returns the row; `nil` if no key is inside.
  @_lifetime(borrow self)
  @inlinable
  package func seek(lower: ByteRange.Bound) throws(LMDBError) -> Entry? {
    switch lower {
    case .unbounded: return try move(.first)
    case .included(let bound): return try seek(atLeast: bound.span)
    case .excluded(let bound):
      guard let entry = try seek(atLeast: bound.span) else { return nil }
      return entry.key.compare(bound.span) == 0 ? try move(.next) : entry
    }
  }

  /// Moves to the last key inside an upper bound, and returns the row; `nil` if no key is inside.
  @_lifetime(borrow self)
  @inlinable
  package func seek(upper: ByteRange.Bound) throws(LMDBError) -> Entry? {
    switch upper {
    case .unbounded: return try move(.last)
    case .excluded(let bound): return try seek(lessThan: bound.span)
    case .included(let bound):
      guard let entry = try seek(atLeast: bound.span) else { return try move(.last) }
      return entry.key.compare(bound.span) == 0 ? entry : try move(.previous)
    }
  }
}
