internal import LodeCoding
internal import LodeLMDB

/// Lookups of the rows that an index or a search has found, group by group.
///
/// In a read, helper threads check and decompress the rows of later groups ahead of the calling
/// thread.
package struct FoundRows: ~Copyable {
  private let access: CollectionAccess
  /// The keys of the next group.
  private var keys = KeyList()
  /// The number of keys of a group.
  ///
  /// Without a limit, the first groups are small, because the caller may need few rows.
  private var size = 2
  /// The number of rows that the caller needs, unless fewer rows exist.
  private let wanted: Int
  /// The number of keys of earlier groups.
  private var passed = 0
  /// The access of helper threads; `nil` if helper threads do not help.
  private var shared: SharedAccess?
  private var tasks = TasksAhead<FoundGroup>()

  /// The number of keys before helper threads help.
  private static let unshared = 256

  /// Creates lookups in a collection.
  ///
  /// - Parameter wanted: The number of rows that the caller needs, unless fewer rows exist.
  package init(_ access: CollectionAccess, wanted: Int = 1) {
    self.access = access
    self.wanted = wanted
    if wanted > 1 { size = min(wanted, KeyList.groupSize) }
    keys.format = access.keyFormat ?? .tuple
  }

  /// Adds a key, and passes rows to `body` if the group of the key is full.
  ///
  /// The rows are of this group or of earlier groups.
  ///
  /// A missing row is damage in a read, as in ``CollectionAccess/withFoundRow(_:_:)``.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  package mutating func add(
    _ key: Span<UInt8>, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    if passed == 0, wanted <= 1 { return try passFirst(key, body) }
    keys.append(key)
    return keys.count < size ? .next : try pass(body)
  }

  /// Looks up the first key; a list with only this key would cost two allocations.
  private mutating func passFirst(
    _ key: Span<UInt8>, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    passed = 1
    var step = IterationStep.next
    try access.withFoundRow(key) { row in step = try body(key, row) }
    return step
  }

  /// Passes the remaining rows to `body`, until `body` returns `.stop`.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  package mutating func finish(
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    if try keys.count > 0 && pass(body) == .stop { return .stop }
    guard shared != nil else { return .next }
    let access = access
    return try tasks.finish { try $0.keys.scanFoundRows(in: access, with: $0.rows, body) }
  }

  /// Looks up the keys of the group, or lets a helper thread look up the keys.
  private mutating func pass(
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    defer { keys.removeAll() }
    let isFirst = passed < Self.unshared
    passed += keys.count
    // Groups of more than `KeyList.groupSize` keys do not make lookups faster, but let helper
    // threads read the rows.
    size = passed < Self.unshared ? min(2 * size, KeyList.groupSize) : 64
    if passed < wanted { size = min(size, wanted - passed) }
    // A task holds the rows of a whole group in memory, so the rows must be small.
    if isFirst, passed >= Self.unshared, let most = try SharedAccess.rowsOfTask(in: access),
      most >= 64
    {
      shared = SharedAccess(access)
    }
    guard !isFirst, let shared else {
      return try keys.scanFoundRows(in: access, body)
    }
    let (access, keys) = (access, keys)
    let work = { @Sendable in
      shared.withAccess { FoundGroup(keys: keys, rows: GroupRows(keys, in: $0)) }
    }
    return try tasks.add(work) { try $0.keys.scanFoundRows(in: access, with: $0.rows, body) }
  }
}

/// The keys of a group, and the rows that a helper thread has found.
struct FoundGroup: Sendable {
  let keys: KeyList
  let rows: GroupRows
}

/// The rows of listed keys that a helper thread has found.
struct GroupRows: Sendable {
  /// The stored values; `nil` if the calling thread must find the rows.
  private(set) var found: FoundValues?
  /// The checked and decompressed values of compressed rows.
  private(set) var decompressed = DecompressedRows()

  /// Creates a list without rows.
  init() {}

  /// Finds the rows of listed keys, and checks and decompresses the compressed rows.
  ///
  /// The decompressed values end before the first damaged row.
  init(_ keys: KeyList, in access: CollectionAccess) {
    found = keys.find(in: access)
    var decompressed = DecompressedRows()
    try? keys.scanRows(in: access, with: self) { _, row in
      decompressed.append(row)
      return .next
    } otherwise: { _, _ in
    }
    self.decompressed = decompressed
  }
}
