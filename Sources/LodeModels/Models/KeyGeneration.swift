/// The origin of a model's keys, as an argument of `@Key`.
public enum KeyGeneration: Sendable, Hashable {
  /// The program sets the key of every model.
  case given
  /// The store assigns numbers: a model whose key is zero gets the next number when it is saved.
  ///
  /// See ``SequencedModel``.
  case sequence
}
