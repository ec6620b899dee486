// What counts as a level of nesting: an array, a set, a dictionary or an object, each once.

extension ArchiveError {
  /// More levels of nesting than a limit.
  static func tooDeep(at offset: Int? = nil, _ limit: Int) -> ArchiveError {
    ArchiveError(
      .tooDeep, at: offset, "values are nested more than \(limit) levels deep (ArchiveLimits.depth)"
    )
  }

  /// The error of a value in another one: a nesting error has the path to the value.
  func below(_ component: String) -> ArchiveError {
    guard code == .tooDeep else { return self }
    var error = self
    error.path = component + path
    return error
  }

  /// The path for the description: its beginning, where it is long.
  var shownPath: String {
    let path = path.hasPrefix(".") ? String(path.dropFirst()) : path
    if path.isEmpty { return "" }
    return path.count > 80 ? ", at \(path.prefix(80))…" : ", at \(path)"
  }
}

extension ArchiveType {
  /// Whether a value of this type in an `Any` counts as one level of nesting.
  ///
  /// Arrays, sets, dictionaries and objects count themselves, and scalars hold nothing. An optional
  /// may hold an any, and so on without end.
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
