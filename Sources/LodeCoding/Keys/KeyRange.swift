/// All keys between two bounds, compared by their bytes.
///
/// ```swift
/// let ofOslo = KeyRange.under("Oslo")                 // every key whose first element is "Oslo"
/// let likeOs = KeyRange.prefix("Os")                  // every string key that begins with "Os"
/// let adults = KeyRange.elements(18..., after: Key("Oslo"))  // ("Oslo", 18), ("Oslo", 19), ...
/// let fromAToB = KeyRange(Key("a")..<Key("b"))        // from ("a") to ("b"), without ("b")
/// ```
///
/// A tuple sorts before every longer tuple that begins with the same elements. Therefore
/// `KeyRange(Key("a")...Key("b"))` contains `("a", 1)` but not `("b", 1)`. Use
/// `KeyRange.elements("a"..."b")` to contain `("b", 1)` too.
public struct KeyRange: Hashable, Sendable {
  /// One end of a range.
  ///
  /// A longer key that begins with the bytes of a bound sorts after the bound. For an included or
  /// an excluded bound, the longer key therefore satisfies a lower bound, but not an upper bound.
  public enum Bound: Hashable, Sendable {
    /// The range has no bound on this side.
    case unbounded
    /// A key with exactly these bytes is in the range.
    case included([UInt8])
    /// A key with exactly these bytes is outside the range.
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

  /// Creates a range between two bounds, which is empty if `upper` sorts before `lower`.
  public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
    self.lower = lower
    self.upper = upper
  }

  /// The range of every key.
  public static let all = KeyRange()

  /// Returns whether the range contains the encoded key `key`.
  ///
  /// - Complexity: O(n) for a key of n bytes.
  public func contains(_ key: Span<UInt8>) -> Bool {
    isAboveLower(key) && isBelowUpper(key)
  }

  /// Returns whether `key` satisfies the lower bound; a reverse scan stops at the first key below
  /// this bound.
  ///
  /// - Complexity: O(n) for a key of n bytes.
  public func isAboveLower(_ key: Span<UInt8>) -> Bool {
    switch lower {
    case .unbounded: true
    case .included(let bytes): key.byteOrder(bytes.span) >= 0
    case .excluded(let bytes): key.byteOrder(bytes.span) > 0
    }
  }

  /// Returns whether `key` satisfies the upper bound; a forward scan stops at the first key above
  /// this bound.
  ///
  /// - Complexity: O(n) for a key of n bytes.
  public func isBelowUpper(_ key: Span<UInt8>) -> Bool {
    switch upper {
    case .unbounded: true
    case .included(let bytes): key.byteOrder(bytes.span) <= 0
    case .excluded(let bytes): key.byteOrder(bytes.span) < 0
    }
  }
}

extension KeyRange {
  /// The range to scan in a table whose keys have the form of ``StoredKey``.
  ///
  /// If `isExact` is `true`, `range` contains exactly the stored forms of this range's keys.
  /// Otherwise, a bound is longer than the 495 bytes that a shortened key keeps. `range` then also
  /// contains other keys that begin with the first 495 bytes of the bound. Callers must therefore
  /// check the full key of each row with ``contains(_:)``.
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

  /// Returns the upper bound of all keys that begin with `prefix`.
  ///
  /// The excluded bound is the prefix up to its last byte below `FF`, with this byte incremented.
  /// If every byte is `FF`, no key sorts after the keys with the prefix, and the bound is
  /// `unbounded`.
  package static func end(ofBytePrefix prefix: [UInt8]) -> Bound {
    var end = prefix
    while let last = end.popLast() {
      if last < 0xFF { return .excluded(end + [last + 1]) }
    }
    return .unbounded
  }
}
