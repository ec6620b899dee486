internal import LodeCoding

// Components as text.
extension IndexPart {
  /// Creates a component from its text form.
  ///
  /// ```swift
  /// let newestFirst = IndexPart(parsing: "-born")
  /// ```
  ///
  /// Every text is valid. You can combine the prefixes and the suffix, as in `-~name[]`. A name
  /// that begins with a prefix or ends with the suffix needs backquotes.
  ///
  /// | text | component |
  /// |---|---|
  /// | `born` | the field `born`, in ascending order |
  /// | `-born` | in descending order |
  /// | `~name` | folded: ignores case and diacritics |
  /// | `tags[]` | an entry for each element of an array or a set |
  ///
  /// - Complexity: O(n) for a text of n bytes.
  public init(parsing text: String) {
    // The parser compares bytes, because a prefix and a following combining mark are one
    // `Character`.
    var rest = text.utf8[...]
    let isDescending = rest.first == UInt8(ascii: "-")
    if isDescending { rest.removeFirst() }
    let isFolded = rest.first == UInt8(ascii: "~")
    if isFolded { rest.removeFirst() }
    let isEachElement = rest.suffix(2).elementsEqual("[]".utf8)
    if isEachElement { rest.removeLast(2) }
    self.init(ArchivePath(parsing: String(Substring(rest))))
    self.isDescending = isDescending
    self.isFolded = isFolded
    self.isEachElement = isEachElement
  }

  /// Creates components from text, separated by commas.
  ///
  /// Commas in backquotes belong to names.
  ///
  /// ```swift
  /// let index = IndexDefinition(parts: IndexPart.list(parsing: "city,-age"))
  /// ```
  ///
  /// - Complexity: O(n) for a text of n bytes.
  public static func list(parsing text: String) -> [IndexPart] {
    var isQuoted = false
    let pieces = text.utf8.split(
      omittingEmptySubsequences: false,
      whereSeparator: { byte in
        // A quoted name contains each backquote twice, so the two backquotes do not change the
        // state.
        if byte == UInt8(ascii: "`") { isQuoted.toggle() }
        return byte == UInt8(ascii: ",") && !isQuoted
      })
    return pieces.map { IndexPart(parsing: String(Substring($0))) }
  }
}
