/// The change of one row, with the values before and after.
///
/// ```swift
/// for try await update in store.changes(of: City.self) {
///   if case .changes(let changes) = update.content {
///     for change in changes { print(change.key, change.new?.people ?? 0) }
///   }
/// }
/// ```
public enum ModelChange<M: Model & Sendable>: Sendable {
  /// The row is new.
  case inserted(M)
  /// The row has another revision: a new value, new timestamps, or new metadata. A touch is no
  /// change.
  ///
  /// A row that was deleted and inserted again is updated, too. The two values can be equal.
  case updated(old: M, new: M)
  /// The row no longer exists.
  case deleted(M)

  /// The key of the row.
  public var key: M.PrimaryKey {
    switch self {
    case .inserted(let model), .updated(_, let model), .deleted(let model): model.primaryKey
    }
  }

  /// The value before the change; `nil` for a new row.
  public var old: M? {
    switch self {
    case .inserted: nil
    case .updated(let old, _), .deleted(let old): old
    }
  }

  /// The value after the change; `nil` for a deleted row.
  public var new: M? {
    switch self {
    case .inserted(let new), .updated(_, let new): new
    case .deleted: nil
    }
  }
}

extension ModelChange: Equatable where M: Equatable {}
extension ModelChange: Hashable where M: Hashable {}

/// The changes of a model's rows between two states of a store.
///
/// `store.changes(of:)` delivers the changes:
///
/// ```swift
/// for try await update in store.changes(of: City.self) {
///   switch update.content {
///   case .changes(let changes): print(changes.count, "changed cities")
///   case .reset: print("read all cities again")
///   }
/// }
/// ```
public struct ModelChanges<M: Model & Sendable>: Sendable {
  /// The changes, or the reason why the store does not know the changes.
  public enum Content: Sendable {
    /// The net effect of all commits since the previous element, in key order; never empty.
    case changes([ModelChange<M>])
    /// The store cannot relate its rows to the previous element.
    ///
    /// The program must read the rows again. Later changes relate to the element's revision.
    case reset(LiveResetReason)
  }

  /// The revision of the store after the changes.
  ///
  /// The revisions of a sequence's elements never decrease.
  public let revision: UInt64
  /// The name of the partition; `nil` for rows outside of partitions.
  public let partition: String?
  /// The texts that the writes of this process since the previous element have set as
  /// ``WriteTransaction/userInfo``; `nil` for a write without a text.
  ///
  /// The set is empty if the writes are unknown, for example after commits of another process.
  public let userInfos: Set<String?>
  /// The changes, or the reason of a reset.
  public let content: Content
}

extension LiveResetReason {
  /// The consumer has not asked for a change for 30 seconds or 10,000 commits, and the store has
  /// released the snapshot that the changes relate to.
  public static let behind = LiveResetReason(rawValue: "behind")

  /// The store has released the snapshot that the changes relate to, for example to enlarge the map
  /// of the file.
  public static let released = LiveResetReason(rawValue: "released")
}
