internal import LodeCoding

/// What a selection's text says beside its meaning: where names stand, and how they are written.
///
/// Two of them are always equal, because selections are equal if they mean the same.
struct WrittenText: Sendable {
  struct Location: Sendable {
    /// Where the name begins, in scalars.
    let offset: Int
    /// Whether the path is one name in double quotes.
    let isQuoted: Bool
  }

  /// Whether there is a text at all.
  var isText = false
  /// Where each path stands first.
  var places: [ArchivePath: Location] = [:]
  /// Whether the text has a condition.
  var hasCondition = false
}

extension WrittenText: Hashable {
  static func == (a: WrittenText, b: WrittenText) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
