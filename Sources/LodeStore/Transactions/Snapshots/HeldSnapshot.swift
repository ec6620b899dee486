/// An open snapshot in ``StoreStatistics/snapshots``.
public struct HeldSnapshot: Sendable, Hashable {
  /// The name that ``Store/snapshot(named:)`` received; several snapshots can have the same name.
  public let name: String
  /// The revision of the store in the snapshot.
  public let revision: UInt64
  /// The time when the snapshot was taken or last refreshed.
  public let since: ContinuousClock.Instant

  /// The duration since the snapshot was taken or last refreshed.
  public var age: Duration { ContinuousClock.now - since }
}
