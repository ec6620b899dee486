/// The result of a put.
public enum PutOutcome: Sendable, Hashable {
  /// The key did not exist, and the row was inserted.
  case inserted
  /// The key existed with another value, type, or metadata.
  case updated
  /// An identical row existed, and nothing was written.
  case unchanged
}

/// What a put asks of the row that may be there.
@usableFromInline
enum PutPolicy {
  /// Nothing: it is overwritten, metadata and all.
  case overwrite
  /// That there is none.
  case insert
  /// That there is one; its metadata stays.
  case replace
  /// That there is one, changed last at this revision.
  case expect(UInt64)
}
