/// A range of keys between two bounds.
///
/// Each bound is inclusive or exclusive.
///
/// ```swift
/// let people = ByteRange.prefix("person/".utf8.span)
/// let until = ByteRange(upper: .excluded(Array("2026".utf8)))
/// ```
public struct ByteRange: Sendable, Hashable {
  /// A bound of a range.
  public enum Bound: Sendable, Hashable {
    /// No bound.
    case unbounded
    /// The range includes this key.
    case included([UInt8])
    /// The range ends before this key.
    case excluded([UInt8])
  }

  /// The low bound.
  public var lower: Bound
  /// The high bound.
  ///
  /// A range whose high bound is below its low bound is empty.
  public var upper: Bound

  /// Creates a range; by default, a range of all keys.
  public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
    self.lower = lower
    self.upper = upper
  }

  /// Every key.
  public static var all: ByteRange { ByteRange() }

  /// The keys that begin with these bytes, including the bytes themselves as a key.
  public static func prefix(_ bytes: Span<UInt8>) -> ByteRange {
    let lower = Array(copying: bytes)
    // The upper bound is the first key after the prefix: the last byte below 255 grows by one, and
    // the later bytes are dropped.
    var upper = lower
    while upper.last == 0xFF { upper.removeLast() }
    guard let last = upper.popLast() else { return ByteRange(lower: .included(lower)) }
    upper.append(last + 1)
    return ByteRange(lower: .included(lower), upper: .excluded(upper))
  }

  /// Returns whether the range contains a key.
  ///
  /// - Complexity: O(length of the key).
  @inlinable
  public func contains(_ key: Span<UInt8>) -> Bool {
    lower.admits(key, fromAbove: true) && upper.admits(key, fromAbove: false)
  }
}

extension ByteRange.Bound {
  /// Whether a key is inside the bound: above a low bound, or below a high bound.
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

// The start of an iteration over a range.
extension CursorHandle {
  /// Moves to the first key at or above a low bound.
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

  /// Moves to the last key at or below a high bound.
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
