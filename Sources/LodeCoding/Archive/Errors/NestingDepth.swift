// The nesting depth. Each array, set, dictionary, or object is one level.

extension ArchiveError {
  /// Returns the error for nesting that exceeds a limit.
  static func tooDeep(at offset: Int? = nil, _ limit: Int) -> ArchiveError {
    ArchiveError(
      .tooDeep, at: offset, "values are nested more than \(limit) levels deep (ArchiveLimits.depth)"
    )
  }

  /// Returns the error with `component` before its path, which leads to the value.
  ///
  /// Only errors about nesting have a path; other errors are returned unchanged.
  func below(_ component: String) -> ArchiveError {
    guard code == .tooDeep else { return self }
    var error = self
    error.path = component + path
    return error
  }

  /// The path with a comma and `at` in front, cut after 80 characters; empty without a path.
  var shownPath: String {
    let path = path.hasPrefix(".") ? String(path.dropFirst()) : path
    if path.isEmpty { return "" }
    return path.count > 80 ? ", at \(path.prefix(80))…" : ", at \(path)"
  }
}

extension ArchiveType {
  /// Whether a value of this type counts as one level inside an *any*, a value with its own type.
  ///
  /// Arrays, sets, dictionaries, and objects count as levels anyway, and scalars nest nothing. An
  /// optional may hold an any, and the any another optional, without limit.
  var countsInAny: Bool { code == .optional }
}
