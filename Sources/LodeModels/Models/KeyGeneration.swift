/// The origin of a model's keys, for `@Key`: the program or the store.
///
/// ```swift
/// @Model
/// struct Note {
///   @Key(.sequence) var id = 0
///   var text: String
/// }
/// ```
public enum KeyGeneration: Sendable, Hashable {
  /// The program sets the key of every model.
  case given
  /// The store assigns numbers: inserting or putting a model whose key is zero assigns the next
  /// number.
  case sequence
}
