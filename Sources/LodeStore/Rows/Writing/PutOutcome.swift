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
