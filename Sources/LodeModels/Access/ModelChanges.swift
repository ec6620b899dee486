internal import LodeStore

/// The numbers of rows that an update or a patch matched and changed.
public struct UpdateOutcome: Sendable, Hashable {
  /// The number of existing rows that the call selected.
  public var matched = 0
  /// The number of matched rows whose stored values changed.
  public var changed = 0

  /// Creates an outcome with the given numbers of rows.
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

/// The numbers of models that a put of several models inserted, updated, and left unchanged.
///
/// A put counts each model once, even if several models have the same key. ``StagedSession/save()``
/// counts each edited row once. A deleted row counts as updated; the deletion of a missing row does
/// not count.
public struct SaveOutcome: Sendable, Hashable {
  /// The number of models that created a row.
  public var inserted = 0
  /// The number of models that changed the stored values of an existing row.
  public var updated = 0
  /// The number of models that were identical to an existing row.
  public var unchanged = 0

  /// Creates an outcome with the given numbers of models.
  public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.inserted = inserted
    self.updated = updated
    self.unchanged = unchanged
  }

  mutating func add(_ outcome: PutOutcome) {
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
  }
}

/// How an upsert that updates a row treats properties with the value `nil`.
///
/// An upsert that inserts a row stores all properties of the model under both policies.
public enum NilPolicy: Sendable, Hashable {
  /// A property that is `nil` overwrites the stored value.
  case overwrite
  /// A property that is `nil` keeps the stored value.
  case keep
}
