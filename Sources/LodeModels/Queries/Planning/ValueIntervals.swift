internal import LodeCoding
internal import LodeStore

/// One end of an interval of encoded values; an edge lies between two values.
enum ValueEdge: Hashable {
  /// Immediately before a value.
  case before([UInt8])
  /// Immediately after a value.
  case behind([UInt8])
  /// Before all encodings that are not less than the given bytes: a prefix, or the code of a type.
  case bytes([UInt8])

  /// The lowest bytes that an ascending entry after the edge can have.
  ///
  /// A value is followed by the code of a component, or by 0xFE for the rest of a number that is
  /// not an integer.
  var ascending: [UInt8] {
    switch self {
    case .before(let value), .bytes(let value): value
    case .behind(let value): value + [0xFE]
    }
  }

  /// The upper bound of the descending entries of the values after this edge.
  var descendingEnd: [UInt8] {
    switch self {
    case .before(let value): Self.turned(value) + [0xFE]
    case .behind(let value): Self.turned(value)
    // A prefix is widened to its first byte. The condition is evaluated on each row anyway.
    case .bytes(let bytes): [KeyBuffer.descendingCode, 0 &- bytes[0]]
    }
  }

  /// The lower bound of the descending entries of the values before this edge.
  var descendingStart: [UInt8] {
    guard case .bytes(let bytes) = self, bytes.count > 1 else { return descendingEnd }
    return [KeyBuffer.descendingCode, ~bytes[0]]
  }

  /// Encodes a value as a descending component.
  private static func turned(_ value: [UInt8]) -> [UInt8] {
    [KeyBuffer.descendingCode] + (value + [0]).map { ~$0 }
  }
}

/// An interval of encoded values of an index.
struct ValueInterval: Hashable {
  var lower: ValueEdge
  var upper: ValueEdge

  /// The encoded value of an interval with one value; `nil` for an interval of several values.
  var point: [UInt8]? {
    if case .before(let value) = lower, upper == .behind(value) { value } else { nil }
  }

  /// Creates an interval of exactly one value.
  init(point value: [UInt8]) {
    lower = .before(value)
    upper = .behind(value)
  }

  init(_ lower: ValueEdge, _ upper: ValueEdge) {
    self.lower = lower
    self.upper = upper
  }

  /// Returns the common values of both intervals, or `nil` if the intervals are disjoint.
  func intersection(_ other: ValueInterval) -> ValueInterval? {
    let lower = Self.isBefore(lower, other.lower) ? other.lower : lower
    let upper = Self.isBefore(upper, other.upper) ? upper : other.upper
    return Self.isBefore(lower, upper) ? ValueInterval(lower, upper) : nil
  }

  static func isBefore(_ a: ValueEdge, _ b: ValueEdge) -> Bool {
    a.ascending.lexicographicallyPrecedes(b.ascending)
  }
}

/// The values that a condition allows at one path, sorted and without overlap.
struct ValueIntervals {
  private(set) var all: [ValueInterval]
  /// Whether the condition matches every row with an allowed value.
  var isExact: Bool

  init(_ all: [ValueInterval], isExact: Bool) {
    self.isExact = isExact
    if all.count < 2 {
      self.all = all
      return
    }
    var merged: [ValueInterval] = []
    for interval in all.sorted(by: { ValueInterval.isBefore($0.lower, $1.lower) }) {
      guard let last = merged.last, !ValueInterval.isBefore(last.upper, interval.lower),
        last.upper != interval.lower
      else {
        merged.append(interval)
        continue
      }
      if ValueInterval.isBefore(last.upper, interval.upper) {
        merged[merged.count - 1].upper = interval.upper
      }
    }
    self.all = merged
  }

  /// Returns the common values of both lists.
  func intersection(_ other: ValueIntervals) -> ValueIntervals {
    var common: [ValueInterval] = []
    // Both lists are sorted, so the interval that ends first cannot overlap later intervals of the
    // other list.
    var (place, otherPlace) = (0, 0)
    while place < all.count, otherPlace < other.all.count {
      let (a, b) = (all[place], other.all[otherPlace])
      if let both = a.intersection(b) { common.append(both) }
      if ValueInterval.isBefore(a.upper, b.upper) { place += 1 } else { otherPlace += 1 }
    }
    return ValueIntervals(common, isExact: isExact && other.isExact)
  }

  /// Whether every interval is a single value.
  var isPoints: Bool { all.allSatisfy { $0.point != nil } }
}

extension ValueInterval {
  /// Returns the range of the interval's entries after a prefix.
  func range(after prefix: [UInt8], isDescending: Bool) -> KeyRange {
    if isDescending {
      return KeyRange(
        lower: .included(prefix + upper.descendingStart),
        upper: .excluded(prefix + lower.descendingEnd))
    }
    return KeyRange(
      lower: .included(prefix + lower.ascending), upper: .excluded(prefix + upper.ascending))
  }

  /// Returns the bytes of the interval's only value in an entry; `nil` for an interval of several
  /// values.
  func pointBytes(isDescending: Bool) -> [UInt8]? {
    guard let point else { return nil }
    return isDescending ? ValueEdge.behind(point).descendingEnd : point
  }
}
