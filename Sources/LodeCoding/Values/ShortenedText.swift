extension String {
  /// The maximum number of Unicode scalars of a name, a key, or another text in an error message.
  package static var longestQuote: Int { 200 }

  /// The text for an error message; an ellipsis replaces the middle of a text above the limit.
  ///
  /// The result keeps the end of the text, because a text can be a long key and then a message.
  package var shortened: String {
    let limit = Self.longestQuote
    if utf8.count <= limit || unicodeScalars.count <= limit { return self }
    var short = String(String.UnicodeScalarView(unicodeScalars.prefix(limit / 2)))
    short += "…"
    short.unicodeScalars += unicodeScalars.suffix(limit / 2 - 1)
    return short
  }
}
