/// What a change of rows found and did.
public struct UpdateOutcome: Sendable, Hashable {
  /// How many rows there were.
  public var matched = 0
  /// How many of them are not what they were.
  public var changed = 0

  /// Creates an outcome.
  public init(matched: Int = 0, changed: Int = 0) {
    self.matched = matched
    self.changed = changed
  }

  /// Adds what a change of other rows found and did.
  static func += (total: inout UpdateOutcome, other: UpdateOutcome) {
    total.matched += other.matched
    total.changed += other.changed
  }
}

/// What saving several models did.
public struct SaveOutcome: Sendable, Hashable {
  /// The number of new rows.
  public var inserted = 0
  /// The number of rows that changed.
  public var updated = 0
  /// The number of rows that were identical already.
  public var unchanged = 0

  /// Creates an outcome.
  public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.unchanged = unchanged
  }
}

/// What an upsert does with properties that are `nil`.
public enum NilPolicy: Sendable, Hashable {
  /// The row's become `nil` too.
  case overwrite
  /// The row's stay as they are.
  case keep
}
