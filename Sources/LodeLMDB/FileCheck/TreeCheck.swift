/// The state of checking one tree: the tree's record, and the counts so far.
struct TreeCheck {
  let record: TreeRecord
  let kind: TreeKind
  let name: String?
  var keys: KeyRule
  var entries: UInt64 = 0
  var branchPages: UInt64 = 0
  var leafPages: UInt64 = 0
  var overflowPages: UInt64 = 0
  /// The part of the tree to check, or `nil` for the whole tree.
  var part: TreePart?

  init(record: TreeRecord, kind: TreeKind, name: String?, part: TreePart? = nil) {
    self.record = record
    self.part = part
    self.kind = kind
    self.name = name
    keys = KeyRule(order: KeyOrder(record.flags), integerWidth: kind == .freeList ? 8 : 0)
  }

  /// A check of the same whole tree without counts.
  var emptied: TreeCheck { TreeCheck(record: record, kind: kind, name: name) }

  /// Adds the counts of other pages of the tree.
  ///
  /// - Throws: `FileDamage` with `pageDamaged` if the pages have integer keys of another width.
  mutating func add(_ other: TreeCheck) throws(FileDamage) {
    entries += other.entries
    branchPages += other.branchPages
    leafPages += other.leafPages
    overflowPages += other.overflowPages
    if keys.integerWidth == 0 { keys.integerWidth = other.keys.integerWidth }
    guard other.keys.integerWidth == 0 || other.keys.integerWidth == keys.integerWidth else {
      throw FileDamage(.pageDamaged, "integer keys have 4 and 8 bytes", table: name)
    }
  }

  /// Throws `countMismatch` if a count differs from the record.
  func compareCounts() throws(FileDamage) {
    let counts = [
      ("branch pages", branchPages, record.branchPages),
      ("leaf pages", leafPages, record.leafPages),
      ("overflow pages", overflowPages, record.overflowPages), ("entries", entries, record.entries),
    ]
    for (what, found, recorded) in counts where found != recorded {
      throw FileDamage(
        .countMismatch, "\(found) \(what) were found, the record says \(recorded)", table: name)
    }
  }
}

extension TreeCheck {
  /// The number of visited pages.
  var pages: UInt64 { branchPages + leafPages + overflowPages }

  /// Returns whether all keys below `bound` come before the part.
  ///
  /// Without a part, a start, or a bound, returns `false`.
  func skips(upTo bound: KeyLocation<PageBytes>?) -> Bool {
    guard let start = part?.start, let bound else { return false }
    return !keys.order.precedes(start, bound)
  }

  /// Ends the part after a leaf if the part has reached the limit of pages.
  ///
  /// - Parameter bound: The separator after the leaf, or `nil` after the last leaf.
  mutating func endPart(before bound: KeyLocation<PageBytes>?) {
    if let part, pages >= part.limit { self.part?.next = bound }
  }
}
