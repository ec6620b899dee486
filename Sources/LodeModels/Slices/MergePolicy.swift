/// The treatment of a field that both values of a merge have.
public enum MergePolicy: Sendable, Hashable {
  /// The field gets the other value, even `nil`.
  case override
  /// The field gets the other value only if the field is `nil`.
  case fillMissing
}
