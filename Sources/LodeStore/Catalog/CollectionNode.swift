/// A node of the tree of collection names that ``Store/collectionTree()`` returns.
///
/// The periods in a name separate the components: `a.b` is the node `b` below the node `a`.
///
/// ```swift
/// func show(_ nodes: [CollectionNode], indent: String = "") {
///   for node in nodes {
///     print(indent + node.part, node.exists)
///     show(node.children, indent: indent + "  ")
///   }
/// }
/// show(try store.collectionTree())
/// ```
public struct CollectionNode: Sendable, Hashable {
  /// The last component of the name.
  public let part: String
  /// The whole name.
  public let name: String
  /// Whether a collection has the whole name; otherwise, only collections below the name exist.
  public internal(set) var exists: Bool
  /// The nodes of the next component, ordered by ``part``.
  public internal(set) var children: [CollectionNode]

  /// Returns the tree of a list of names.
  static func tree(of names: [String]) -> [CollectionNode] {
    nodes(
      names.map { (name: $0, parts: $0.split(separator: ".", omittingEmptySubsequences: false)) }[
        ...], depth: 0)
  }

  /// Returns the nodes of the component at `depth`, for names that are equal up to this component.
  private static func nodes(
    _ names: ArraySlice<(name: String, parts: [Substring])>, depth: Int
  ) -> [CollectionNode] {
    let groups = Dictionary(grouping: names) { $0.parts[depth] }
    return groups.keys.sorted().map { part in
      let group = groups[part] ?? []
      let deeper = group.filter { $0.parts.count > depth + 1 }
      let path = (group.first?.parts.prefix(depth + 1).joined(separator: ".")) ?? ""
      return CollectionNode(
        part: String(part), name: path, exists: deeper.count < group.count,
        children: nodes(deeper[...], depth: depth + 1))
    }
  }
}
