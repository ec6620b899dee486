/// Consecutive rows of a live query with the same value.
public struct LiveSection<Value: Hashable & Sendable>: Sendable, Hashable, Identifiable {
  /// The value, which no other section has.
  public let value: Value
  /// The indices of the section's rows; never empty.
  public let rows: Range<Int>

  /// The value.
  public var id: Value { value }
}

/// The rows of a live query in sections, at one revision of the store, and how the rows changed.
///
/// ```swift
/// let cities = City.order { ($0.people, $0.name) }
/// for try await update in store.live(cities, sectionedBy: { $0.people }) {
///   for section in update.sections {
///     print(section.value, update.rows[section.rows].map(\.name))
///   }
/// }
/// ```
///
/// The indices of ``change`` count the rows of all sections. To get the lists of rows, one list for
/// each section, from the lists of the previous update, apply the changes in this order:
///
/// 1. Remove the rows at the deletions and at the `old` index of each move, from the last index to
///    the first.
/// 2. Remove the lists at ``deletedSections``, from the last index to the first. These lists are
///    empty.
/// 3. Insert an empty list at each index of ``insertedSections``, from the first index to the last.
/// 4. Insert the rows at the insertions and at the `new` index of each move, from the first index
///    to the last. Each row belongs to the section whose range contains the index.
/// 5. Replace the rows at the `new` index of each modification, and of each modified move.
///
/// A row that goes to another section is a move. A section that moves is a deletion and an
/// insertion of the section, and its rows move.
public struct LiveSections<Row: Sendable, Value: Hashable & Sendable>: Sendable {
  /// The sections, in the order of their first rows in the query's result.
  public let sections: [LiveSection<Value>]
  /// The rows of all sections: in a section, in the query's order.
  public let rows: [Row]
  /// The revision of the store that has these rows.
  ///
  /// The revisions of a sequence's updates never decrease.
  public let revision: UInt64
  /// How the rows differ from the rows of the previous update.
  public let change: LiveChange
  /// The indices in the previous update's sections of the removed sections, ascending; empty
  /// without ``LiveChange/changes(_:)``.
  public let deletedSections: [Int]
  /// The indices in ``sections`` of the new sections, ascending; empty without
  /// ``LiveChange/changes(_:)``.
  public let insertedSections: [Int]

  /// Makes lists of the previous update's rows, one list for each section, equal to the rows of
  /// ``sections``.
  ///
  /// - Precondition: For ``LiveChange/changes(_:)``, each list has one row for each row of the
  ///   previous update's section.
  /// - Complexity: O(n + m log m) for n rows and m changes.
  public func apply(to lists: inout [[Row]]) { apply(to: &lists) { $0 } }

  /// Applies the changes to lists with one element for each row, one list for each section.
  ///
  /// Moved rows keep their elements, unless their values changed.
  ///
  /// - Parameters:
  ///   - lists: The elements of the previous update's sections; afterwards, of ``sections``.
  ///   - element: Returns the element for a row. The closure is called for inserted and modified
  ///     rows; without ``LiveChange/changes(_:)``, for every row.
  /// - Precondition: For ``LiveChange/changes(_:)``, each list has one element for each row of the
  ///   previous update's section.
  /// - Complexity: O(n + m log m) for n rows and m changes.
  /// - Throws: Any error that `element` throws; `lists` is then unchanged.
  public func apply<Element, E: Error>(
    to lists: inout [[Element]], _ element: (Row) throws(E) -> Element
  ) throws(E) {
    var all: [Element] = []
    if case .changes(let changes) = change {
      all = Array(lists.joined())
      try changes.apply(to: &all) { index throws(E) in try element(rows[index]) }
    } else {
      all = try rows.map(element)
    }
    lists = sections.map { Array(all[$0.rows]) }
  }
}
