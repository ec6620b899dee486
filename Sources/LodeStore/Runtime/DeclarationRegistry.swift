import Synchronization

/// The indexes of collections that matched the declarations of models, so that a write need not
/// compare the definitions again.
final class DeclarationRegistry: Sendable {
  private struct Match {
    /// The definitions as the model declares them.
    let definitions: [IndexDefinition]
    /// The indexes of the collection.
    let indexes: [IndexRuntime]
  }

  private let matches = Mutex<[ObjectIdentifier: Match]>([:])

  /// Records that indexes match the definitions of a model.
  func add(_ definitions: [IndexDefinition], of model: Any.Type, matching indexes: [IndexRuntime]) {
    let match = Match(definitions: definitions, indexes: indexes)
    matches.withLock { $0[ObjectIdentifier(model)] = match }
  }

  /// Returns whether the same indexes have matched the definitions of a model.
  ///
  /// A changed index has another runtime, and then does not match.
  func matches(
    _ definitions: [IndexDefinition], of model: Any.Type, _ indexes: [IndexRuntime]
  ) -> Bool {
    guard let match = matches.withLock({ $0[ObjectIdentifier(model)] }) else { return false }
    return match.definitions == definitions
      && match.indexes.elementsEqual(indexes, by: { $0 === $1 })
  }
}
