internal import LodeCoding
internal import LodeStore

/// The rows that a selection chooses in a place of a collection, as one transaction sees it.
///
/// Every query goes through here: this decides how the rows are found.
struct RowSelection {
  let access: CollectionAccess
  let place: RowPlace
  var selection: Selection

  init(_ access: CollectionAccess, _ partition: String?, _ selection: Selection) {
    self.access = access
    place = RowPlace(partition)
    self.selection = selection
  }

  /// Calls `body` with the key and the content of each row, in order, until it says to stop.
  ///
  /// Without orders memory use does not grow with the rows; with them it has the keys of those that are chosen, or, when there is a
  /// limit, of so many.
  func scan(_ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep) throws {
    guard selection.limit != 0 else { return }
    if !selection.orders.isEmpty { return try SortedRows(self).scan(body) }
    var window = RowWindow(selection)
    var condition = try RowCondition(selection.condition)
    try forEachCandidate { row in
      guard try condition.isMet(by: row.content, in: access), window.takesNext() else {
        return .next
      }
      return try body(row.keyBytes, row.content) == .stop || window.isFull ? .stop : .next
    }
  }

  /// Calls `body` for each row that may meet the condition, in the order of keys.
  func forEachCandidate(_ body: (borrowing Row) throws -> IterationStep) throws {
    try access.scan(place.range(.all), body)
  }
}

/// Which of the rows that are chosen are taken, one after the other.
struct RowWindow {
  private var skipped: Int
  private var remaining: Int

  init(_ selection: Selection) {
    skipped = max(selection.offset, 0)
    remaining = selection.limit ?? .max
  }

  /// Whether no more are taken.
  var isFull: Bool { remaining <= 0 }

  /// Whether the next one is taken.
  mutating func takesNext() -> Bool {
    if skipped > 0 {
      skipped -= 1
      return false
    }
    remaining -= 1
    return remaining >= 0
  }
}
