/// The rule for a field that both values of a merge have.
public enum MergePolicy: Sendable, Hashable {
  /// The merge copies every field, even a field that is `nil`.
  case override
  /// The merge copies a field only if the field of the changed value is `nil`.
  case fillMissing
}
