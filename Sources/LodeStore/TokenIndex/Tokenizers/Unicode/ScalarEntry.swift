/// What tokenizers know of a scalar.
///
/// All but a few scalars are letters that stay as they are, and their entry is 0: so most pages of
/// a table are the same page.
struct ScalarEntry: Sendable, Hashable {
  enum Kind: Int32 {
    /// Belongs to words and begins them.
    case letter
    /// Stands between words.
    case separator
    /// A mark that stays in a word.
    case keptMark
    /// A mark that is left out of a word.
    case droppedMark
  }

  private static let isCJKFlag: Int32 = 1 << 2
  private static let isComposingFlag: Int32 = 1 << 3

  // Kind, flags, and from bit 4 on what must be added to the scalar to fold it.
  private var bits: Int32 = 0

  @inline(__always)
  var kind: Kind { Kind(rawValue: bits & 3) ?? .letter }

  @inline(__always)
  var isLetter: Bool { bits & 3 == 0 }

  /// Whether it is of a script that is written without spaces.
  @inline(__always)
  var isCJK: Bool { bits & Self.isCJKFlag != 0 }

  /// Whether it may make one scalar with the one before.
  @inline(__always)
  var isComposing: Bool { bits & Self.isComposingFlag != 0 }

  /// The scalar, folded.
  @inline(__always)
  func folded(_ scalar: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: Int32(truncatingIfNeeded: scalar) &+ (bits >> 4))
  }

  mutating func set(_ kind: Kind) { bits = bits & ~3 | kind.rawValue }

  mutating func setCJK() { bits |= Self.isCJKFlag }

  mutating func setComposing() { bits |= Self.isComposingFlag }

  /// Sets what a scalar becomes.
  mutating func set(_ scalar: UInt32, folded: UInt32) {
    bits = bits & 15 | (Int32(truncatingIfNeeded: folded) &- Int32(truncatingIfNeeded: scalar)) << 4
  }
}
