/// What merging does with fields that both sides have.
public enum MergePolicy: Sendable, Hashable {
  /// The other's value is taken, also when it is `nil`.
  case override
  /// The other's value is taken where there was `nil`.
  case fillMissing
}
