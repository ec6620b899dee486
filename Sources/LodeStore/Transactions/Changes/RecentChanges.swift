internal import DequeModule
internal import LodeCoding
internal import LodeLMDB

/// The changed keys of the newest commits of this process, for subscribers of live queries.
///
/// Invariant: the commits have consecutive LMDB transactions, so no commit of another process is
/// between them. The number of keys is limited, so memory does not grow with a slow subscriber.
struct RecentChanges {
  private struct Commit {
    let transaction: UInt64
    let changes: [KeyChanges]
    let keyCount: Int
  }

  /// The maximum number of keys of all commits.
  static let mostKeys = 10_000

  private var commits: Deque<Commit> = []
  private var keyCount = 0
  /// The transaction after which the object has all commits.
  private var floor: UInt64 = 0

  /// Adds a commit.
  ///
  /// - Parameter changes: The changed keys; `nil` if the commit's writes recorded no keys.
  mutating func add(_ transaction: UInt64, _ changes: [KeyChanges]?) {
    if transaction != newest &+ 1 { clear(transaction &- 1) }
    let count = changes?.reduce(0) { $0 + $1.count } ?? .max
    guard let changes, count <= Self.mostKeys else { return clear(transaction) }
    commits.append(Commit(transaction: transaction, changes: changes, keyCount: count))
    keyCount += count
    while keyCount > Self.mostKeys || commits.count > Self.mostKeys,
      let oldest = commits.popFirst()
    {
      keyCount -= oldest.keyCount
      floor = oldest.transaction
    }
  }

  /// Forgets all commits up to a transaction.
  mutating func clear(_ transaction: UInt64) {
    commits = []
    keyCount = 0
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
    guard first >= floor, last <= newest, first <= last else { return nil }
    var keys: Set<RowKey> = []
    for commit in commits.reversed() {
      if commit.transaction <= first { break }
      if commit.transaction > last { continue }
      for changes in commit.changes where changes.collection == collection {
        if changes.hasUnknownKeys { return nil }
        changes.forEach { key, format, _ in
          keys.insert(RowKey(bytes: Array(copying: key), format: format))
        }
      }
    }
    return keys.sorted()
  }
}
