public import CLMDB

/// A move of a cursor, relative to its position or to an end of the table.
public enum CursorMove: Sendable, Hashable {
  /// To the lowest key.
  case first
  /// To the highest key.
  case last
  /// To the next higher key, or to the lowest key if the cursor has no position.
  case next
  /// To the next lower key, or to the highest key if the cursor has no position.
  case previous
  /// To the current row: the cursor does not move.
  case current

  @inlinable
  var operation: MDB_cursor_op {
    switch self {
    case .first: MDB_FIRST
    case .last: MDB_LAST
    case .next: MDB_NEXT
    case .previous: MDB_PREV
    case .current: MDB_GET_CURRENT
    }
  }
}
