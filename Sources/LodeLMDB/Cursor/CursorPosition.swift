/// The position of a write cursor.
///
/// Lode records the position, because LMDB's cursor does not report whether its row was deleted, or
/// whether a seek failed.
@usableFromInline
enum CursorPosition {
  /// No position: before the first move, after a seek that found no row, or after a failed put.
  ///
  /// LMDB's cursor can be on any row.
  case nowhere
  /// The cursor is on a row.
  case row
  /// The cursor's row was deleted.
  ///
  /// LMDB's cursor is on the following row, so a step forward does not move LMDB's cursor.
  case gap

  /// Returns the move that LMDB's cursor makes for `move`, or `nil` if the target has no row.
  @inlinable
  func operation(for move: CursorMove) -> CursorMove? {
    switch (self, move) {
    case (.nowhere, .next): .first
    case (.nowhere, .previous): .last
    case (.nowhere, .current), (.gap, .current): nil
    case (.gap, .next): .current
    default: move
    }
  }
}
