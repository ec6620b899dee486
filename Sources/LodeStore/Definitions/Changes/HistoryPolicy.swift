/// Whether a store keeps a change log, and for how long.
///
/// The change log has a record of the changes of each write, in the same commit as the changes.
/// ``Store/changes(since:as:)`` reads the log, also after a restart and from another process.
///
/// ```swift
/// let options = StoreOptions(history: .keep(bytes: 16 << 20, age: .seconds(7 * 86_400)))
/// let store = try Store("shop.lode", options: options)
/// ```
public struct HistoryPolicy: Sendable, Hashable {
  /// The limits of the log; `nil` without a log.
  package let limits: HistoryLimits?

  /// No change log; the store deletes an existing log.
  ///
  /// Consumers with a name keep their positions. If a log begins later, the consumers receive a
  /// gap.
  public static var off: HistoryPolicy { HistoryPolicy(limits: nil) }

  /// A change log within the given limits.
  ///
  /// A commit that exceeds a limit deletes the oldest records, at most 64 pieces of about 2,000
  /// bytes more than the commit wrote. The newest record stays. A consumer whose next record was
  /// deleted receives a ``ChangeGap``.
  ///
  /// - Parameters:
  ///   - bytes: The size of the log's pages in the file, in bytes.
  ///   - revisions: The number of records; `nil` sets no limit.
  ///   - age: The age of the oldest record; `nil` sets no limit. Only a commit deletes old records.
  ///   - images: Whether records also have the values of changed rows before and after the write.
  ///     Images need about as much space as the values, without compression.
  public static func keep(
    bytes: Int = 64 << 20, revisions: Int? = nil, age: Duration? = nil, images: Bool = false
  ) -> HistoryPolicy {
    HistoryPolicy(
      limits: HistoryLimits(bytes: bytes, revisions: revisions, age: age, hasImages: images))
  }
}

/// The limits of a change log, as ``HistoryPolicy/keep(bytes:revisions:age:images:)`` sets them.
package struct HistoryLimits: Sendable, Hashable {
  package let bytes: Int
  package let revisions: Int?
  package let age: Duration?
  package let hasImages: Bool

  /// The age in microseconds; `nil` without a limit.
  var microseconds: Int64? {
    guard let (seconds, attoseconds) = age?.components else { return nil }
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? .max : product &+ attoseconds / 1_000_000_000_000
  }

  /// Throws `invalidOption` if a limit is not positive.
  func validate() throws(StoreError) {
    if bytes <= 0 { throw StoreError(.invalidOption, context: "a history of \(bytes) bytes") }
    if let revisions, revisions <= 0 {
      throw StoreError(.invalidOption, context: "a history of \(revisions) revisions")
    }
    if let microseconds, microseconds <= 0 {
      throw StoreError(.invalidOption, context: "a history of \(microseconds) microseconds")
    }
  }
}
