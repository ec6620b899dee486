internal import LodeStore

/// The offset and the limit, applied to matching rows one by one.
struct RowWindow {
  private var skipped: Int
  private var remaining: Int

  init(_ selection: Selection) {
    skipped = selection.offset
    remaining = selection.limit ?? .max
  }

  /// Whether the limit is reached.
  var isFull: Bool { remaining <= 0 }

  /// Counts a row, and returns whether the row is after the offset and within the limit.
  mutating func takesNext() -> Bool {
    if skipped > 0 {
      skipped -= 1
      return false
    }
    remaining -= 1
    return remaining >= 0
  }
}
