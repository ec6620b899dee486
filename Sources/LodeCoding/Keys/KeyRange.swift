/// A range of ordered keys between two bounds of bytes.
///
/// ```swift
/// let ofOslo = KeyRange.under("Oslo")                 // every key whose first element is "Oslo"
/// let likeOs = KeyRange.prefix("Os")                  // every string key that begins with "Os"
/// let adults = KeyRange.elements(18..., after: Key("Oslo"))
/// let single = KeyRange(Key("a")..<Key("b"))          // by the keys' own order
/// ```
///
/// A range compares keys by bytes alone. A tuple sorts before every longer tuple that begins with
/// it, so `KeyRange(Key("a")...Key("b"))` contains `("a", 1)` but not `("b", 1)`. Use
/// `elements(_:after:)` to contain `("b", 1)` too.
public struct KeyRange: Hashable, Sendable {
  /// One end of a range.
  public enum Bound: Hashable, Sendable {
    /// The range has no bound on this side.
    case unbounded
    /// The bound is part of the range.
    case included([UInt8])
    /// The bound itself is outside the range.
    case excluded([UInt8])

    /// The bound's bytes, or `nil` if the side is unbounded.
    public var bytes: [UInt8]? {
      switch self {
      case .unbounded: nil
      case .included(let bytes), .excluded(let bytes): bytes
      }
    }
  }

  /// The lower bound.
  public let lower: Bound
  /// The upper bound.
  public let upper: Bound

  /// Creates a range between two bounds; the range is empty if `upper` sorts before `lower`.
  public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
    self.lower = lower
    self.upper = upper
  }

  /// The range of every key.
  public static let all = KeyRange()

  /// Returns whether the range contains the encoded key `key`.
  ///
  /// - Complexity: At most two comparisons of bytes.
  public func contains(_ key: Span<UInt8>) -> Bool {
    isAboveLower(key) && isBelowUpper(key)
  }

  /// Returns whether `key` satisfies the lower bound; a reverse scan stops at the first key
  /// below.
  public func isAboveLower(_ key: Span<UInt8>) -> Bool {
    switch lower {
    case .unbounded: true
    case .included(let bytes): key.byteOrder(bytes.span) >= 0
    case .excluded(let bytes): key.byteOrder(bytes.span) > 0
    }
  }

  /// Returns whether `key` satisfies the upper bound; a forward scan stops at the first key
  /// above.
  public func isBelowUpper(_ key: Span<UInt8>) -> Bool {
    switch upper {
    case .unbounded: true
    case .included(let bytes): key.byteOrder(bytes.span) <= 0
    case .excluded(let bytes): key.byteOrder(bytes.span) < 0
    }
  }
}

extension KeyRange {
  /// The range to scan in a table of `StoredKey`s, where keys may be shortened.
  ///
  /// If `isExact`, the range contains exactly the stored forms of this range's keys. Otherwise a
  /// bound is longer than the prefix that shortened keys keep, and the range also contains some
  /// neighbors. Callers must then check the full key of each row with `contains`.
  public var stored: (range: KeyRange, isExact: Bool) {
    let head = StoredKey.headByteCount
    var range = self
    var isExact = true
    if let bytes = lower.bytes, bytes.count > head {
      range = KeyRange(lower: .included(Array(bytes[..<head])), upper: upper)
      isExact = false
    }
    if let bytes = upper.bytes, bytes.count > head {
      let end = KeyRange.end(ofBytePrefix: Array(bytes[..<head]))
      range = KeyRange(lower: range.lower, upper: end)
      isExact = false
    }
    return (range, isExact)
  }

  /// Returns the exclusive bound after all keys that begin with `prefix`: the prefix with its last
  /// byte below `FF` incremented.
  package static func end(ofBytePrefix prefix: [UInt8]) -> Bound {
    var end = prefix
    while let last = end.popLast() {
      if last < 0xFF { return .excluded(end + [last + 1]) }
    }
    return .unbounded
  }
}
