public import Foundation

/// A model whose rows store the time of their creation and the time of their last change.
///
/// `@Model(timestamps: true)` adds the conformance. Saving an identical model changes no timestamp.
/// The time comes from the store's clock (`StoreOptions.clock`) and is the same for all rows of one
/// write.
///
/// ```swift
/// @Model(timestamps: true)
/// struct Town {
///   @Key var name: String
/// }
///
/// let times = try store.read { try $0.times(Town.self, "Oslo") }
/// print(times?.created ?? .distantPast)
/// ```
///
/// Timestamps add 29 bytes to a row without metadata. If a type becomes a timestamped model, an
/// existing row gets timestamps at the row's next change. Both timestamps are then the time of the
/// change.
public protocol TimestampedModel: Model {}

extension TimestampedModel {
  /// `true`: rows have timestamps.
  public static var keepsTimestamps: Bool { true }
}

/// The timestamps and the revision of a row; see `times(_:_:)` and ``Document/times``.
public struct RowTimes: Sendable, Hashable {
  /// The time of the row's creation, to the microsecond; `nil` without timestamps.
  public let created: Date?
  /// The time of the last change of the row's values, to the microsecond; `nil` without timestamps.
  public let updated: Date?
  /// The store's revision at the last change of the row's values or metadata.
  ///
  /// If the revision is the same in two reads, the row did not change between the reads.
  public let revision: UInt64
}
