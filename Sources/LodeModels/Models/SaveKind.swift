/// The kind of a save: whether the save creates a row, or changes an existing row.
public enum SaveKind: Sendable, Hashable {
  /// The save creates a row.
  case insert
  /// The save changes a row, or leaves an identical row unchanged.
  case update
}
