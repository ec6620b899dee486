/// The result of a put.
///
/// ```swift
/// let outcome = try store["users"].put("Ada", forKey: 1)
/// print(outcome == .inserted)
/// ```
public enum PutOutcome: Sendable, Hashable {
  /// The key did not exist, and the row was inserted.
  case inserted
  /// The key existed with another value, type, or metadata, and the row was replaced.
  case updated
  /// An identical row existed, and nothing was written.
  case unchanged
}

/// The condition that the existing row must meet for a put.
@usableFromInline
enum PutPolicy {
  /// No condition: the put replaces an existing row, including the metadata.
  case overwrite
  /// The key must not exist.
  case insert
  /// The key must exist; the row keeps its metadata.
  case replace
  /// The row must exist and have this revision; the put also replaces the metadata.
  case expect(UInt64)
}
