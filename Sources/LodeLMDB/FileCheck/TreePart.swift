/// The part of a tree that one step of a gradual check visits: the leaves from a key on, up to a
/// number of pages.
///
/// The tree must order its keys by bytes.
struct TreePart {
  /// The key from which the check visits leaves; `nil` to begin with the first leaf.
  let start: KeyLocation<PageBytes>?
  /// The number of pages after which the part ends; a part has at least one leaf.
  let limit: UInt64
  /// The lowest possible key of the first leaf after the part; `nil` while the part continues, and
  /// after the last leaf of the tree.
  var next: KeyLocation<PageBytes>?

  init(from key: [UInt8], pages limit: UInt64) {
    self.limit = limit
    start = key.isEmpty ? nil : KeyLocation(page: PageBytes(key), range: 0..<key.count)
  }
}

/// A named table with its record in the main table.
struct TableListing {
  let name: String
  let record: TreeRecord
}
