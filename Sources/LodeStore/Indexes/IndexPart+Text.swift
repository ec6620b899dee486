internal import LodeCoding

// Parts as people write them.
extension IndexPart {
  /// Creates a part from text: a path, with `-` in front for descending, `~` for folded, and `[]`
  /// behind it for each element.
  ///
  /// ```swift
  /// let newestFirst = IndexPart(parsing: "-born")
  /// let anyCase = IndexPart(parsing: "~name")
  /// let tags = IndexPart(parsing: "tags[]")
  /// ```
  ///
  /// It reads what `description` wrote. A name that has these characters itself stands in
  /// backquotes, as `ArchivePath.init(parsing:)` says. Every text is a part.
  ///
  /// - Complexity: O(text).
  public init(parsing text: String) {
    // By bytes: a mark that combines with one of them must not hide it.
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

  /// Parts from text, with commas between them; commas in backquotes belong to names.
  ///
  /// ```swift
  /// let index = IndexDefinition(parts: IndexPart.list(parsing: "city,-age"))
  /// ```
  ///
  /// - Complexity: O(text).
  public static func list(parsing text: String) -> [IndexPart] {
    var isQuoted = false
    let pieces = text.utf8.split(
      omittingEmptySubsequences: false,
      whereSeparator: { byte in
        // A backquote in a name is written twice, which changes nothing here.
        if byte == UInt8(ascii: "`") { isQuoted.toggle() }
        return byte == UInt8(ascii: ",") && !isQuoted
      })
    return pieces.map { IndexPart(parsing: String(Substring($0))) }
  }
}
