/// The kinds of indexes of a store.
struct IndexKinds: Sendable {
  private let kinds: [any IndexKind]

  /// Creates the list; each definition belongs to the first kind that owns the definition.
  init(_ kinds: [any IndexKind]) { self.kinds = kinds }

  /// Returns the kind of an index.
  func kind(of definition: IndexDefinition) -> any IndexKind {
    guard let kind = kinds.first(where: { $0.owns(definition) }) else {
      preconditionFailure("no kind owns index \(definition.name)")
    }
    return kind
  }
}
