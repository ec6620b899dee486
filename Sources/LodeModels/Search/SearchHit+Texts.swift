internal import LodeCoding
internal import LodeSearch
internal import LodeStore

extension SearchHit {
  /// Returns a field's text with marks around the matches, or `nil` if the field has no searched
  /// text.
  ///
  /// For a field with several texts, the result has one line for each text.
  ///
  /// ```swift
  /// for hit in try store.search(Recipe.self, "bread") {
  ///   print(try hit.highlighted("title", "<b>", "</b>") ?? "")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - field: The path of the field, with the names in archives.
  ///   - open: The mark before a match.
  ///   - close: The mark after a match.
  /// - Complexity: O(size of the object's texts).
  /// - Throws: `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  public func highlighted(
    _ field: String, _ open: String = "**", _ close: String = "**"
  ) throws -> String? {
    try texts().highlighted(field, SearchMarks(open: open, close: close))
  }

  /// Returns the excerpt with the best matches, and marks the matches.
  ///
  /// - Parameters:
  ///   - field: The path of the field, with the names in archives; `nil` for the field with the
  ///     best excerpt.
  ///   - open: The mark before a match.
  ///   - close: The mark after a match.
  ///   - tokens: The maximum number of tokens in the excerpt, from 1 to 64. The call clamps other
  ///     values.
  /// - Returns: The excerpt; `nil` if the field has no searched text. Without `field`, the result
  ///   is `nil` if no field has a searched text.
  /// - Complexity: O(size of the object's texts).
  /// - Throws: `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  public func snippet(
    _ field: String? = nil, _ open: String = "**", _ close: String = "**", tokens: Int = 16
  ) throws -> String? {
    try texts().snippet(field, SearchMarks(open: open, close: close), tokens)
  }

  /// Returns the ranges of the matches in a field's text, in UTF-8 offsets.
  ///
  /// For a field with several texts, the call returns the matches in the first text. The result is
  /// empty if the field has no searched text.
  ///
  /// - Complexity: O(size of the object's texts).
  /// - Throws: `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  public func matches(in field: String) throws -> [Range<Int>] { try texts().matches(in: field) }

  private func texts() throws -> HitTexts {
    if let document = object as? Document {
      return HitTexts(columns, instances) { path in
        guard let name = path.names.first, let value = document[name] else { return nil }
        return Archive(value).value(at: ArchivePath(Array(path.names.dropFirst())))
      }
    }
    let archive = try archivingErrors {
      try (object as? any Model).map { try Archive(archiving: $0) }
    }
    return HitTexts(columns, instances) { archive?.value(at: $0) }
  }
}
