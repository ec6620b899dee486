/// The properties of a scalar that tokenizers use.
///
/// The entry of a letter that folding does not change is 0.
struct ScalarEntry: Sendable, Hashable {
  enum Kind: Int32 {
    /// A letter, which can begin a word.
    case letter
    /// A separator between words.
    case separator
    /// A mark that remains in its word.
    case keptMark
    /// A mark that folding removes from its word.
    case droppedMark
  }

  private static let isCJKFlag: Int32 = 1 << 2
  private static let isComposingFlag: Int32 = 1 << 3

  // The kind, the flags, and from bit 4 on the difference between the folded scalar and the scalar.
  private var bits: Int32 = 0

  @inline(__always)
  var kind: Kind { Kind(rawValue: bits & 3) ?? .letter }

  @inline(__always)
  var isLetter: Bool { bits & 3 == 0 }

  /// Whether the scalar belongs to a script whose runs the tokenizer splits into pairs of
  /// characters.
  @inline(__always)
  var isCJK: Bool { bits & Self.isCJKFlag != 0 }

  /// Whether the scalar can compose with the previous scalar.
  @inline(__always)
  var isComposing: Bool { bits & Self.isComposingFlag != 0 }

  /// Returns the folded scalar.
  @inline(__always)
  func folded(_ scalar: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: Int32(truncatingIfNeeded: scalar) &+ (bits >> 4))
  }

  mutating func set(_ kind: Kind) { bits = bits & ~3 | kind.rawValue }

  mutating func setCJK() { bits |= Self.isCJKFlag }

  mutating func setComposing() { bits |= Self.isComposingFlag }

  /// Sets the folded form of a scalar.
  mutating func set(_ scalar: UInt32, folded: UInt32) {
    bits = bits & 15 | (Int32(truncatingIfNeeded: folded) &- Int32(truncatingIfNeeded: scalar)) << 4
  }
}
