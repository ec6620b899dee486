/// The position of a write cursor, which LMDB's own cursor does not report.
@usableFromInline
enum CursorPosition {
  /// No position: at the start, or after a seek that found no row.
  ///
  /// LMDB's cursor may be anywhere.
  case nowhere
  /// On a row.
  case row
  /// On a deleted row: LMDB's cursor is on the following row, so a step forward moves nothing.
  case gap

  /// Returns the move of LMDB's cursor that completes a move from this position.
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
