/// The numbers of rows that an update matched and changed.
public struct UpdateOutcome: Sendable, Hashable {
  /// The number of rows that matched.
  public var matched = 0
  /// The number of matched rows whose content changed.
  public var changed = 0

  /// Creates an outcome.
  public init(matched: Int = 0, changed: Int = 0) {
    self.matched = matched
    self.changed = changed
  }

  /// Adds the counts of another outcome.
  static func += (total: inout UpdateOutcome, other: UpdateOutcome) {
    total.matched += other.matched
    total.changed += other.changed
  }
}

/// The numbers of rows that a save of several models inserted and changed.
public struct SaveOutcome: Sendable, Hashable {
  /// The number of new rows.
  public var inserted = 0
  /// The number of rows that changed.
  public var updated = 0
  /// The number of rows that the save left unchanged.
  public var unchanged = 0

  /// Creates an outcome.
  public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.unchanged = unchanged
  }
}

/// The treatment of properties that are `nil` in an upsert.
public enum NilPolicy: Sendable, Hashable {
  /// A property that is `nil` overwrites the stored value.
  case overwrite
  /// A property that is `nil` keeps the stored value.
  case keep
}
