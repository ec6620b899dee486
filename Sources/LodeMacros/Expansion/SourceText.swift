#if Macros
  /// Lines of generated code, put together so that a reader of an expansion finds them in order.
  enum SourceText {
    /// Declarations one after the other, an empty line between them.
    static func declarations(_ declarations: [String]) -> String {
      declarations.joined(separator: "\n\n")
    }

    /// A declaration with a body; nothing stands between the braces when there are no lines.
    static func block(_ head: String, _ lines: [String]) -> String {
      lines.isEmpty ? head + " {}" : head + " {\n" + indented(lines) + "\n}"
    }

    /// All lines two spaces further to the right, but for empty ones.
    static func indented(_ lines: [String]) -> String {
      lines.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }
        .joined(separator: "\n")
    }
  }
#endif
