internal import LodeCoding

// Components as text.
extension IndexPart {
  /// Parses a component from text: a path, with the prefix `-` for descending, the prefix `~` for
  /// folded, and the suffix `[]` for each element.
  ///
  /// ```swift
  /// let newestFirst = IndexPart(parsing: "-born")
  /// let anyCase = IndexPart(parsing: "~name")
  /// let tags = IndexPart(parsing: "tags[]")
  /// ```
  ///
  /// The call parses the text that `description` returns. Put a name with one of these characters
  /// in backquotes, as in `ArchivePath.init(parsing:)`. Every text is valid.
  ///
  /// - Complexity: O(length of the text).
  public init(parsing text: String) {
    // Compares bytes, so that a combining mark does not hide a character.
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

  /// Parses components from text, separated by commas; commas in backquotes belong to names.
  ///
  /// ```swift
  /// let index = IndexDefinition(parts: IndexPart.list(parsing: "city,-age"))
  /// ```
  ///
  /// - Complexity: O(length of the text).
  public static func list(parsing text: String) -> [IndexPart] {
    var isQuoted = false
    let pieces = text.utf8.split(
      omittingEmptySubsequences: false,
      whereSeparator: { byte in
        // A name contains a backquote twice, so the state is unchanged after the pair.
        if byte == UInt8(ascii: "`") { isQuoted.toggle() }
        return byte == UInt8(ascii: ",") && !isQuoted
      })
    return pieces.map { IndexPart(parsing: String(Substring($0))) }
  }
}
