internal import DequeModule
internal import LodeCoding
internal import LodeLMDB

/// The changed keys of the newest commits of this process, for subscribers of live queries.
///
/// Invariant: the commits have consecutive LMDB transactions, so no commit of another process is
/// between them. The numbers of commits, keys, and bytes are limited, so memory does not grow with a
/// slow subscriber.
struct RecentChanges {
  private struct Commit {
    let transaction: UInt64
    let changes: [KeyChanges]
    let keyCount: Int
    let byteCount: Int
  }

  /// The maximum number of keys of all commits.
  static let mostKeys = 10_000
  /// The maximum number of commits.
  static let mostCommits = 1_000
  /// The maximum size of the keys of all commits, in bytes.
  static let mostBytes = 4 << 20

  private var commits: Deque<Commit> = []
  private var keyCount = 0
  private var byteCount = 0
  /// The transaction after which the object has all commits.
  private var floor: UInt64 = 0

  /// Adds a commit.
  ///
  /// - Parameter changes: The changed keys; `nil` if the commit's writes recorded no keys.
  mutating func add(_ transaction: UInt64, _ changes: [KeyChanges]?) {
    if transaction != newest &+ 1 { clear(transaction &- 1) }
    let count = changes?.reduce(0) { $0 + $1.count } ?? .max
    guard let changes, count <= Self.mostKeys else { return clear(transaction) }
    let size = changes.reduce(0) { $0 + $1.byteCount }
    commits.append(
      Commit(transaction: transaction, changes: changes, keyCount: count, byteCount: size))
    keyCount += count
    byteCount += size
    while keyCount > Self.mostKeys || byteCount > Self.mostBytes
      || commits.count > Self.mostCommits, let oldest = commits.popFirst()
    {
      keyCount -= oldest.keyCount
      byteCount -= oldest.byteCount
      floor = oldest.transaction
    }
  }

  /// Forgets all commits up to a transaction.
  mutating func clear(_ transaction: UInt64) {
    commits = []
    (keyCount, byteCount) = (0, 0)
    floor = transaction
  }

  private var newest: UInt64 { commits.last?.transaction ?? floor }

  /// Returns the keys of a collection that commits after a transaction changed, up to another
  /// transaction.
  ///
  /// - Returns: The keys, each once, in key order; `nil` if the object does not have all commits
  ///   between the transactions.
  func keys(
    of collection: String, after first: UInt64, through last: UInt64
  ) -> [RowKey]? {
    var keys: Set<RowKey> = []
    var areKnown = true
    let hasAll = forEach(of: collection, after: first, through: last) { changes in
      areKnown = areKnown && !changes.hasUnknownKeys
      changes.forEach { key, format, _ in
        keys.insert(RowKey(bytes: Array(copying: key), format: format))
      }
    }
    return hasAll && areKnown ? keys.sorted() : nil
  }

  /// Returns the user infos of the writes that changed a collection between two transactions; `nil`
  /// if the object does not have all commits between the transactions.
  func userInfos(
    of collection: String, after first: UInt64, through last: UInt64
  ) -> Set<String?>? {
    var infos: Set<String?> = []
    let hasAll = forEach(of: collection, after: first, through: last) { changes in
      infos.insert(changes.userInfo)
    }
    return hasAll ? infos : nil
  }

  /// Passes the changes of a collection between two transactions to `body`.
  ///
  /// Returns `false` if the object does not have all commits between the transactions.
  private func forEach(
    of collection: String, after first: UInt64, through last: UInt64,
    _ body: (KeyChanges) -> Void
  ) -> Bool {
    guard first >= floor, last <= newest, first <= last else { return false }
    for commit in commits.reversed() {
      if commit.transaction <= first { break }
      if commit.transaction > last { continue }
      for changes in commit.changes where changes.collection == collection { body(changes) }
    }
    return true
  }
}
