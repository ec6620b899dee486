/// The treatment of a field that both values of a merge have.
public enum MergePolicy: Sendable, Hashable {
  /// The merge overwrites the field of the changed value, even with `nil`.
  case override
  /// The merge overwrites the field of the changed value only if this field is `nil`.
  case fillMissing
}
