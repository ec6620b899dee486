public import Foundation

/// A model whose rows know when they were made and when their content last changed.
///
/// `@Model(timestamps: true)` conforms to it. Saving an identical model changes no timestamp. The
/// time comes from the store's clock (`StoreOptions.clock`) and is the same for all rows of one
/// write.
///
/// ```swift
/// extension City: TimestampedModel {}
/// ```
///
/// A row takes 28 bytes more. Rows that were written while the model was not yet timestamped have
/// no times until they change.
public protocol TimestampedModel: Model {}

extension TimestampedModel {
  /// Rows have times.
  public static var keepsTimestamps: Bool { true }
}

/// When a row was made and changed.
public struct RowTimes: Sendable, Hashable {
  /// When the row was made, to the microsecond; `nil` when the model keeps no times.
  public let created: Date?
  /// When the row's content last changed, to the microsecond; `nil` when the model
  /// keeps no times.
  public let updated: Date?
  /// The store's revision at which the row's content last changed.
  ///
  /// It grows with every change and is the same when nothing changed.
  public let revision: UInt64
}
