internal import LodeCoding

/// The positions of names in the text of a selection.
///
/// All values are equal, so selections with different texts can be equal.
struct WrittenText: Sendable {
  struct Location: Sendable {
    /// The position of the path's first character, in scalars.
    let offset: Int
    /// Whether the path is one name in double quotes.
    let isQuoted: Bool
  }

  /// Whether the selection was parsed from text.
  var isText = false
  /// The first location of each path.
  var places: [ArchivePath: Location] = [:]
  var hasCondition = false
}

extension WrittenText: Hashable {
  static func == (a: WrittenText, b: WrittenText) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
