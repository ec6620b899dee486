public import LodeStore

/// Rows that a staged session edited were changed by others since its snapshot.
///
/// Nothing was saved. The session still has its edits: read what the others left, ``StagedSession/reload()`` the session
/// and repeat them, or drop them.
public struct StagedConflict: Error, Sendable, Hashable, CustomStringConvertible {
  /// One of the rows.
  public struct Row: Sendable, Hashable {
    /// The collection.
    public let collection: String
    /// The key, with the partition before it if there is one.
    public let key: RowKey
  }

  /// All rows that both sides changed, in the order of their collections and keys.
  public let rows: [Row]

  init(_ keys: some Sequence<StagedKey>) {
    rows = keys.sorted().map {
      Row(collection: $0.collection, key: RowKey(bytes: $0.bytes, format: .tuple))
    }
  }

  /// One line: which rows, and what to do.
  public var description: String {
    let names = rows.prefix(5).map { "\($0.collection) \($0.key)" }.joined(separator: ", ")
    let more = rows.count > 5 ? " and \(rows.count - 5) more" : ""
    return
      "Others changed what was edited here: \(names)\(more). Reload the session and repeat the edits."
  }
}
