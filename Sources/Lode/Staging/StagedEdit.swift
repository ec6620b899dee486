internal import LodeCoding
internal import LodeStore

/// Where an edited row is.
struct StagedKey: Hashable, Comparable {
  let collection: String
  /// The key in the collection, with its partition.
  let bytes: [UInt8]

  static func < (left: StagedKey, right: StagedKey) -> Bool {
    if left.collection != right.collection { return left.collection < right.collection }
    return left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

/// What a row is to become.
struct StagedEdit: Sendable {
  /// The new value; `nil` when the row is to be deleted.
  let archive: EncodedArchive?
  let isStamped: Bool
  /// The row's revision in the session's snapshot; zero when there is none.
  var base: UInt64
  /// Counts the edits of the row.
  let number: Int
}

extension CollectionAccess {
  /// The revision of a row; zero when there is none.
  func revision(_ key: StagedKey) throws -> UInt64 {
    var revision: UInt64 = 0
    _ = try withRow(key.bytes.span, .tuple, wantsValue: false) { revision = $0.revision }
    return revision
  }
}
