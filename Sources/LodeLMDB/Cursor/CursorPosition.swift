/// The position of a write cursor.
///
/// LMDB's own cursor does not report it.
@usableFromInline
enum CursorPosition {
  /// At the start, and after a seek that found nothing; LMDB's cursor may be anywhere.
  case nowhere
  /// On a row.
  case row
  /// Where a row was deleted: LMDB's cursor is on the row that followed, so a step forward is none.
  case gap

  /// The move of LMDB's cursor that makes a move from here.
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
