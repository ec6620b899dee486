public import Foundation

/// A model whose rows store when they were created and when their content last changed.
///
/// `@Model(timestamps: true)` adds the conformance. Saving an identical model changes no timestamp.
/// The time comes from the store's clock (`StoreOptions.clock`) and is the same for all rows of one
/// write.
///
/// ```swift
/// extension City: TimestampedModel {}
/// ```
///
/// Timestamps add 28 bytes to a row. Rows that were written before the model had timestamps get
/// timestamps at their next change.
public protocol TimestampedModel: Model {}

extension TimestampedModel {
  /// `true`: rows have timestamps.
  public static var keepsTimestamps: Bool { true }
}

/// The timestamps and the revision of a row.
public struct RowTimes: Sendable, Hashable {
  /// When the row was created, to the microsecond; `nil` without timestamps.
  public let created: Date?
  /// When the row's content last changed, to the microsecond; `nil` without timestamps.
  public let updated: Date?
  /// The store's revision at which the row's content last changed.
  ///
  /// The revision grows with every change. An equal revision means an unchanged row.
  public let revision: UInt64
}
