/// The rows of a live query at one revision of the store, and how the rows changed.
///
/// ```swift
/// var cities: [City] = []
/// for try await update in store.live(City.where { $0.people > 1_000_000 }) {
///   update.apply(to: &cities)
///   print(update.revision, cities.count)
/// }
/// ```
public struct LiveUpdate<Row: Sendable>: Sendable {
  /// The models, documents, or search hits, in the query's order.
  public let rows: [Row]
  /// The revision of the store that has these rows.
  ///
  /// The revisions of a sequence's updates never decrease.
  public let revision: UInt64
  /// How the rows differ from the rows of the previous update.
  public let change: LiveChange

  /// Makes a list of the previous update's rows equal to ``rows``.
  ///
  /// - Precondition: For ``LiveChange/changes(_:)``, the list has one row for each row of the
  ///   previous update.
  /// - Complexity: O(n + m log m) for n rows and m changes.
  public func apply(to list: inout [Row]) {
    guard case .changes(let changes) = change else {
      list = rows
      return
    }
    changes.apply(to: &list) { rows[$0] }
  }

  /// Returns the difference between a list of the previous update's rows and ``rows``.
  ///
  /// Without ``LiveChange/changes(_:)``, the difference removes every row of the list, and inserts
  /// all rows.
  ///
  /// - Precondition: For ``LiveChange/changes(_:)``, the list has one row for each row of the
  ///   previous update.
  /// - Complexity: O(m log m) for m changes.
  public func difference(from list: [Row]) -> CollectionDifference<Row> {
    guard case .changes(let changes) = change else {
      return RowChanges(from: list.count, to: rows.map { _ in RowOrigin(old: nil) })
        .difference(from: list, to: rows)
    }
    return changes.difference(from: list, to: rows)
  }
}

/// How the rows of a live query differ from the rows of the previous update.
public enum LiveChange: Sendable, Hashable {
  /// The first update.
  case initial
  /// The store cannot relate the rows to the previous update.
  case reset(LiveResetReason)
  /// Rows were deleted, inserted, moved, or modified.
  case changes(RowChanges)
}

/// Why a live query cannot relate its rows to the previous update; an open set, so a later version
/// can add reasons.
public struct LiveResetReason: RawRepresentable, Sendable, Hashable {
  /// The reason's stable name.
  public let rawValue: String

  /// Creates a reason from its stable name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A commit failed partway, and the store has reopened its files.
  public static let recovered = LiveResetReason(rawValue: "recovered")
  /// The update has changes of excluded writes and of other writes, or the writes are unknown.
  public static let excluded = LiveResetReason(rawValue: "excluded")
}
