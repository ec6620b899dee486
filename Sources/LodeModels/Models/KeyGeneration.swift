/// Where the keys of a model come from; `@Key` says it.
public enum KeyGeneration: Sendable, Hashable {
  /// The program gives every model its key.
  case given
  /// The store counts: a model whose key is zero gets the next number when it is saved. See
  /// ``SequencedModel``.
  case sequence
}
