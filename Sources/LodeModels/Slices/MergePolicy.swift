/// The treatment of fields that both sides of a merge have.
public enum MergePolicy: Sendable, Hashable {
  /// The other value replaces the value, even if the other value is `nil`.
  case override
  /// The other value replaces the value only if the value is `nil`.
  case fillMissing
}
