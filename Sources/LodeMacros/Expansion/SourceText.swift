#if Macros
  /// The layout of generated code, which makes an expansion readable.
  enum SourceText {
    /// Returns a declaration with a body, which is `{}` if `lines` is empty.
    static func block(_ head: String, _ lines: [String]) -> String {
      lines.isEmpty ? head + " {}" : head + " {\n" + indented(lines) + "\n}"
    }

    /// Joins lines, and indents each line that is not empty by two spaces.
    static func indented(_ lines: [String]) -> String {
      lines.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }
        .joined(separator: "\n")
    }
  }
#endif
