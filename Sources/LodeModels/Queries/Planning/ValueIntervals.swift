internal import LodeCoding
internal import LodeStore

/// One end of a stretch of the values of an index, between the encoded values.
enum ValueEdge: Hashable {
  /// Just before a value.
  case before([UInt8])
  /// Just behind a value.
  case behind([UInt8])
  /// Before all bytes that are not less than these; of a prefix or a family.
  case bytes([UInt8])

  /// The first bytes that an ascending entry behind the edge can have.
  ///
  /// What follows a value is the code of an element, or `FE` for what makes an integer another
  /// number.
  var ascending: [UInt8] {
    switch self {
    case .before(let value), .bytes(let value): value
    case .behind(let value): value + [0xFE]
    }
  }

  /// Where descending entries of what lies behind this edge end.
  var descendingEnd: [UInt8] {
    switch self {
    case .before(let value): Self.turned(value) + [0xFE]
    case .behind(let value): Self.turned(value)
    // A prefix is widened to its first byte: the row is asked anyway.
    case .bytes(let bytes): [KeyBuffer.descendingCode, 0 &- bytes[0]]
    }
  }

  /// Where descending entries of what lies before this edge begin.
  var descendingStart: [UInt8] {
    guard case .bytes(let bytes) = self, bytes.count > 1 else { return descendingEnd }
    return [KeyBuffer.descendingCode, ~bytes[0]]
  }

  /// A value as a descending part has it.
  private static func turned(_ value: [UInt8]) -> [UInt8] {
    [KeyBuffer.descendingCode] + (value + [0]).map { ~$0 }
  }
}

/// A stretch of the values of an index.
struct ValueInterval: Hashable {
  var lower: ValueEdge
  var upper: ValueEdge

  /// The value, when it is only one.
  var point: [UInt8]? {
    if case .before(let value) = lower, upper == .behind(value) { value } else { nil }
  }

  /// Exactly one value.
  init(point value: [UInt8]) {
    lower = .before(value)
    upper = .behind(value)
  }

  init(_ lower: ValueEdge, _ upper: ValueEdge) {
    self.lower = lower
    self.upper = upper
  }

  /// What is in both; `nil` when that is nothing.
  func intersection(_ other: ValueInterval) -> ValueInterval? {
    let lower = Self.isBefore(lower, other.lower) ? other.lower : lower
    let upper = Self.isBefore(upper, other.upper) ? upper : other.upper
    return Self.isBefore(lower, upper) ? ValueInterval(lower, upper) : nil
  }

  static func isBefore(_ a: ValueEdge, _ b: ValueEdge) -> Bool {
    a.ascending.lexicographicallyPrecedes(b.ascending)
  }
}

/// The values that a condition lets through at one path, in their order and apart from each other.
struct ValueIntervals {
  private(set) var all: [ValueInterval]
  /// Whether the condition lets through every row that has such a value.
  var isExact: Bool

  init(_ all: [ValueInterval], isExact: Bool) {
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
    self.isExact = isExact
  }

  /// What is in both.
  func intersection(_ other: ValueIntervals) -> ValueIntervals {
    var common: [ValueInterval] = []
    // Both are in their order, so what ends first has nothing in common with the rest.
    var (place, otherPlace) = (0, 0)
    while place < all.count, otherPlace < other.all.count {
      let (a, b) = (all[place], other.all[otherPlace])
      if let both = a.intersection(b) { common.append(both) }
      if ValueInterval.isBefore(a.upper, b.upper) { place += 1 } else { otherPlace += 1 }
    }
    return ValueIntervals(common, isExact: isExact && other.isExact)
  }

  /// Whether it is some values, one by one.
  var isPoints: Bool { all.allSatisfy { $0.point != nil } }
}

extension ValueInterval {
  /// Where its entries lie, behind some bytes.
  func range(after prefix: [UInt8], isDescending: Bool) -> KeyRange {
    if isDescending {
      return KeyRange(
        lower: .included(prefix + upper.descendingStart),
        upper: .excluded(prefix + lower.descendingEnd))
    }
    return KeyRange(
      lower: .included(prefix + lower.ascending), upper: .excluded(prefix + upper.ascending))
  }

  /// The bytes of its only value.
  func pointBytes(isDescending: Bool) -> [UInt8]? {
    guard let point else { return nil }
    return isDescending ? ValueEdge.behind(point).descendingEnd : point
  }
}
