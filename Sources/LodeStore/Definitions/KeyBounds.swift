internal import LodeCoding

/// A half-open range of keys, whose bounds are bytes.
///
/// The lowest byte string greater than `k` is `k` with a zero byte at the end. Half-open bounds can
/// therefore express every range.
struct KeyBounds {
  /// The lowest key of the range; empty for no bound.
  var lower: [UInt8] = []
  /// The first key beyond the range; `nil` for no bound.
  var upper: [UInt8]?

  init(_ range: KeyRange) {
    switch range.lower {
    case .unbounded: break
    case .included(let bytes): lower = bytes
    case .excluded(let bytes): lower = bytes + [0]
    }
    switch range.upper {
    case .unbounded: break
    case .included(let bytes): upper = bytes + [0]
    case .excluded(let bytes): upper = bytes
    }
  }

  /// Creates the range of the keys from one key up to, but not including, another key.
  init(from lower: [UInt8], to upper: [UInt8]) {
    self.lower = lower
    self.upper = upper
  }

  /// Returns whether a key comes before the range, in key order.
  func isBelow(_ key: Span<UInt8>) -> Bool { !lower.isEmpty && key.byteOrder(lower.span) < 0 }

  /// Returns whether a key comes after the range, in key order.
  func isAbove(_ key: Span<UInt8>) -> Bool {
    guard let upper else { return false }
    return key.byteOrder(upper.span) >= 0
  }
}
