/// A position in the changes of a store: the point after one write.
///
/// A consumer stores the position of the last change set that the consumer has processed, and later
/// continues with ``Store/changes(since:as:)``. The mark distinguishes writes that got the same
/// revision, for example after a backup of the store was restored.
///
/// ```swift
/// let position = try store.position()
/// try await store["users"].put("Ada", forKey: 1)
/// for try await event in store.changes(since: position) { print(event) }
/// ```
public struct ChangePosition: Sendable, Hashable, Codable {
  /// The revision of the store after the write.
  public let revision: UInt64
  /// A random number of the write in the change log; `nil` if the number is unknown, so that only
  /// the revision is compared.
  public let mark: UInt64?

  /// Creates a position after the write with a revision.
  ///
  /// - Parameters:
  ///   - revision: The revision; 0 is the position before the first write.
  ///   - mark: The mark of the write, if known.
  public init(revision: UInt64, mark: UInt64? = nil) {
    self.revision = revision
    self.mark = mark
  }
}

/// Revisions whose changes a consumer cannot receive.
///
/// After a gap, a consumer must read the data again. The consumer then continues with the next
/// event, which follows ``next``.
public struct ChangeGap: Sendable, Hashable {
  /// The position of the consumer before the gap.
  public let last: ChangePosition
  /// The position after the gap, which is at most as new as the snapshot of a later read.
  public let next: ChangePosition
  /// Why the changes are missing.
  public let reason: Reason

  /// Why changes are missing.
  public enum Reason: Sendable, Hashable {
    /// The records were deleted, or the log began later.
    case deleted
    /// The store has other writes than the position knows, for example because a backup was
    /// restored.
    case diverged
  }
}

/// An event of a store's change log, as ``Store/changes(since:as:)`` returns it.
public enum ChangeEvent: Sendable, Hashable {
  /// The changes of one write.
  case changes(ChangeSet)
  /// Missing changes.
  case gap(ChangeGap)

  /// The position after the event.
  public var position: ChangePosition {
    switch self {
    case .changes(let changes): changes.position
    case .gap(let gap): gap.next
    }
  }
}
