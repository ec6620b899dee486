internal import LodeCoding

/// Lookups of the rows that an index or a search has found, group by group.
///
/// In a read, helper threads check and decompress the rows of later groups ahead of the calling
/// thread.
package struct FoundRows: ~Copyable {
  private let access: CollectionAccess
  /// The number of keys before helper threads help.
  private var unshared = 256
  /// The access of helper threads; `nil` if helper threads do not help.
  private var shared: SharedAccess?
  private var tasks = TasksAhead<FoundGroup>()

  /// Creates lookups in a collection.
  package init(_ access: CollectionAccess) { self.access = access }

  /// Looks up the keys of a group, and passes the rows of this group or of earlier groups to
  /// `body`, until `body` returns `.stop`.
  ///
  /// A missing row is damage in a read, as in ``CollectionAccess/withFoundRow(_:_:)``.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  package mutating func add(
    _ keys: KeyList, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    if unshared > 0 {
      unshared -= keys.count
      // A task holds the rows of a whole group in memory, so the rows must be small.
      if unshared <= 0, let most = try SharedAccess.rowsOfTask(in: access), most >= 64 {
        shared = SharedAccess(access)
      }
      return try keys.scanFoundRows(in: access, body)
    }
    guard let shared else { return try keys.scanFoundRows(in: access, body) }
    let access = access
    let work = { @Sendable in
      shared.withAccess { FoundGroup(keys: keys, rows: DecompressedRows(keys, in: $0)) }
    }
    return try tasks.add(work) { try $0.keys.scanFoundRows(in: access, with: $0.rows, body) }
  }

  /// Passes the rows of all remaining groups to `body`, until `body` returns `.stop`.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  package mutating func finish(
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    let access = access
    return try tasks.finish { try $0.keys.scanFoundRows(in: access, with: $0.rows, body) }
  }
}

/// The keys of a group, and the values that a helper thread has decompressed.
struct FoundGroup: Sendable {
  let keys: KeyList
  let rows: DecompressedRows
}

extension DecompressedRows {
  /// Checks and decompresses the compressed rows of listed keys.
  ///
  /// The result ends before the first damaged row.
  init(_ keys: KeyList, in access: CollectionAccess) {
    self.init()
    try? keys.forEachRow(in: access) { _, row in
      if let row { append(row) }
    }
  }
}
