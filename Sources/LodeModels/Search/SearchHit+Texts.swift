internal import LodeCoding
internal import LodeSearch
internal import LodeStore

extension SearchHit {
  /// A field's text with marks around what was found, one text a line; `nil` when the field was not
  /// searched or has no text.
  ///
  /// - Complexity: O(text).
  /// - Throws: `ArchiveError` when the model cannot be archived.
  public func highlighted(
    _ field: String, _ open: String = "**", _ close: String = "**"
  ) throws -> String? {
    try texts().highlighted(field, SearchMarks(open: open, close: close))
  }

  /// The part of the texts that shows best what was found, with marks around it.
  ///
  /// - Parameters:
  ///   - field: the field to show; the one that shows most when none is named.
  ///   - open: what stands before what was found.
  ///   - close: what stands behind it.
  ///   - tokens: how many words are shown at most, 1 to 64.
  /// - Returns: `nil` when the field was not searched or has no text.
  /// - Complexity: O(texts).
  /// - Throws: `ArchiveError` when the model cannot be archived.
  public func snippet(
    _ field: String? = nil, _ open: String = "**", _ close: String = "**", tokens: Int = 16
  ) throws -> String? {
    try texts().snippet(field, SearchMarks(open: open, close: close), tokens)
  }

  /// Where in a field's text something was found, in bytes of UTF-8.
  ///
  /// - Complexity: O(text).
  /// - Throws: `ArchiveError` when the model cannot be archived.
  public func matches(in field: String) throws -> [Range<Int>] { try texts().matches(in: field) }

  private func texts() throws -> HitTexts {
    if let document = object as? Document {
      return HitTexts(columns, instances) { path in
        guard let name = path.names.first, let value = document[name] else { return nil }
        return Archive(value).value(at: ArchivePath(Array(path.names.dropFirst())))
      }
    }
    func archive(_ model: some Model) throws -> Archive { try Archive(archiving: model) }
    let archive = try (object as? any Model).map { try archive($0) }
    return HitTexts(columns, instances) { archive?.value(at: $0) }
  }
}
