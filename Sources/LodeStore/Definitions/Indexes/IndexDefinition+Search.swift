internal import LodeCoding

extension IndexDefinition {
  /// Creates the definition of a full-text index over the texts of one or several fields.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition(search: ["title", "body"]), on: "articles")
  /// ```
  ///
  /// - Parameters:
  ///   - fields: The fields of the index, at most 256.
  ///   - name: The name; by default `search:` and the paths of the fields, separated by commas.
  public init(search fields: [SearchField], name: String? = nil) {
    self.init(
      parts: [], name: name ?? "search:" + fields.map(\.path.description).joined(separator: ","))
    kind = .search
    search = fields
  }
}
