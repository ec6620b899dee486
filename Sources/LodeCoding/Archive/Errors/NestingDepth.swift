// Each array, set, dictionary, or object is one level of nesting.

extension ArchiveError {
  /// Returns the error for nesting that exceeds a limit.
  static func tooDeep(at offset: Int? = nil, _ limit: Int) -> ArchiveError {
    ArchiveError(
      .tooDeep, at: offset, "values are nested more than \(limit) levels deep (ArchiveLimits.depth)"
    )
  }

  /// Returns the error of a nested value; a nesting error gets the path to the value.
  func below(_ component: String) -> ArchiveError {
    guard code == .tooDeep else { return self }
    var error = self
    error.path = component + path
    return error
  }

  /// The path as shown in the description; a long path is truncated.
  var shownPath: String {
    let path = path.hasPrefix(".") ? String(path.dropFirst()) : path
    if path.isEmpty { return "" }
    return path.count > 80 ? ", at \(path.prefix(80))…" : ", at \(path)"
  }
}

extension ArchiveType {
  /// Whether a value of this type in an `Any` counts as one level of nesting.
  ///
  /// Arrays, sets, dictionaries, and objects already count as levels, and scalars nest nothing. An
  /// optional may hold an any, which may hold another optional, without limit.
  fileprivate var countsInAny: Bool { code == .optional }
}

extension ArchiveWriter {
  mutating func enter(anyOf type: ArchiveType) throws { if type.countsInAny { try enter() } }
  mutating func leave(anyOf type: ArchiveType) { if type.countsInAny { leave() } }
}

extension ArchiveReader {
  func enter(anyOf type: ArchiveType) throws { if type.countsInAny { try enter() } }
  func leave(anyOf type: ArchiveType) { if type.countsInAny { leave() } }
}
