/// A stretch of ordered keys, as two bounds of bytes.
///
/// ```swift
/// let ofOslo = KeyRange.under("Oslo")                 // every key whose first element is "Oslo"
/// let likeOs = KeyRange.prefix("Os")                  // every string key that begins with "Os"
/// let adults = KeyRange.elements(18..., after: Key("Oslo"))
/// let single = KeyRange(Key("a")..<Key("b"))          // by the keys' own order
/// ```
///
/// A range of keys is compared by bytes alone. A tuple comes before the longer tuples that begin
/// with it, so `KeyRange(Key("a")...Key("b"))` holds `("a", 1)` but not `("b", 1)`; `elements`
/// does.
public struct KeyRange: Hashable, Sendable {
  /// One end of a range.
  public enum Bound: Hashable, Sendable {
    /// There is no end on this side.
    case unbounded
    /// The range ends with these bytes.
    case included([UInt8])
    /// The range ends just short of these bytes.
    case excluded([UInt8])

    /// The bound's bytes, or `nil` when there is none.
    public var bytes: [UInt8]? {
      switch self {
      case .unbounded: nil
      case .included(let bytes), .excluded(let bytes): bytes
      }
    }
  }

  /// Where the range begins.
  public let lower: Bound
  /// Where the range ends.
  public let upper: Bound

  /// A range between two bounds; with the upper before the lower one it holds nothing.
  public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
    self.lower = lower
    self.upper = upper
  }

  /// Every key.
  public static let all = KeyRange()

  /// Whether the encoded key `key` lies in the range.
  ///
  /// - Complexity: at most two comparisons of bytes.
  public func contains(_ key: Span<UInt8>) -> Bool {
    isAboveLower(key) && isBelowUpper(key)
  }

  /// Whether `key` is not before the range; a reverse scan ends where it is.
  public func isAboveLower(_ key: Span<UInt8>) -> Bool {
    switch lower {
    case .unbounded: true
    case .included(let bytes): key.byteOrder(bytes.span) >= 0
    case .excluded(let bytes): key.byteOrder(bytes.span) > 0
    }
  }

  /// Whether `key` is not behind the range; a forward scan ends where it is.
  public func isBelowUpper(_ key: Span<UInt8>) -> Bool {
    switch upper {
    case .unbounded: true
    case .included(let bytes): key.byteOrder(bytes.span) <= 0
    case .excluded(let bytes): key.byteOrder(bytes.span) < 0
    }
  }
}

extension KeyRange {
  /// The range to scan in a table of `StoredKey`s, where a key may have been shortened.
  ///
  /// When `isExact`, it holds the stored forms of this range's keys and no other. Otherwise a bound
  /// is longer than the head that shortened keys keep: then it also holds some neighbours, and the
  /// full key of each row it finds needs a `contains` of this range.
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

  /// The first bytes behind all that begin with `prefix`: its last byte below `FF` is counted up.
  package static func end(ofBytePrefix prefix: [UInt8]) -> Bound {
    var end = prefix
    while let last = end.popLast() {
      if last < 0xFF { return .excluded(end + [last + 1]) }
    }
    return .unbounded
  }
}
