/// Who assigns a model's keys, for `@Key`: the program or the store.
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
  /// The store assigns numbers: if a model's key is zero, `insert`, `put`, and an `upsert` that
  /// inserts the model assign the next number.
  case sequence
}
