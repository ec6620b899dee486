/// The difference between two lists of rows, as indices.
///
/// To get the new list from the old list, apply the changes in this order:
///
/// 1. Remove the rows at ``deletions`` and at the `old` index of each move, from the last index to
///    the first.
/// 2. Insert the rows at ``insertions`` and at the `new` index of each move, from the first index
///    to the last.
/// 3. Replace the rows at the `new` index of each modification, and of each modified move.
///
/// Each row is in one of the four lists at most. All lists are in ascending order, ``moves`` by
/// their new index. The number of moves is the smallest possible number. In ``LiveSections``, rows
/// also move to another section, and with their section.
public struct RowChanges: Sendable, Hashable {
  /// A row that both lists contain, at different positions relative to other rows.
  public struct Move: Sendable, Hashable {
    /// The index in the old list.
    public let old: Int
    /// The index in the new list.
    public let new: Int
    /// Whether the values of the row differ, too.
    public let isModified: Bool
  }

  /// A row that both lists contain with different values, at the same position relative to the
  /// rows that do not move.
  public struct Modification: Sendable, Hashable {
    /// The index in the old list.
    public let old: Int
    /// The index in the new list.
    public let new: Int
  }

  /// The indices in the old list of the rows that the new list lacks.
  public let deletions: [Int]
  /// The indices in the new list of the rows that the old list lacks.
  public let insertions: [Int]
  /// The moved rows.
  public let moves: [Move]
  /// The rows with new values that did not move.
  public let modifications: [Modification]

  /// Whether the two lists are equal.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && modifications.isEmpty
  }

  /// Applies the changes to a list with one element for each row.
  ///
  /// Moved rows keep their elements, unless their values changed.
  ///
  /// ```swift
  /// var names: [String] = []
  /// for try await update in store.live(City.where { $0.people > 1_000_000 }) {
  ///   switch update.change {
  ///   case .initial, .reset: names = update.rows.map(\.name)
  ///   case .changes(let changes): changes.apply(to: &names) { update.rows[$0].name }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - list: The elements of the old rows; afterwards, the elements of the new rows.
  ///   - element: Returns the element for the new row at an index. The closure is called for
  ///     inserted and modified rows.
  /// - Precondition: `list` has one element for each row of the old list.
  /// - Complexity: O(n + m log m) for n rows and m changes.
  /// - Throws: Any error that `element` throws; `list` is then unchanged.
  public func apply<Element, E: Error>(
    to list: inout [Element], _ element: (Int) throws(E) -> Element
  ) throws(E) {
    let removed = (deletions + moves.map(\.old)).sorted()
    let count = list.count - removed.count + insertions.count + moves.count
    var result: [Element] = []
    result.reserveCapacity(count)
    var (source, nextRemoved, nextInsertion, nextMove) = (0, 0, 0, 0)
    while result.count < count {
      let index = result.count
      if nextInsertion < insertions.count, insertions[nextInsertion] == index {
        result.append(try element(index))
        nextInsertion += 1
      } else if nextMove < moves.count, moves[nextMove].new == index {
        let move = moves[nextMove]
        result.append(move.isModified ? try element(index) : list[move.old])
        nextMove += 1
      } else {
        while nextRemoved < removed.count, removed[nextRemoved] == source {
          source += 1
          nextRemoved += 1
        }
        result.append(list[source])
        source += 1
      }
    }
    for modification in modifications {
      result[modification.new] = try element(modification.new)
    }
    list = result
  }

  /// Returns the changes as a difference of two collections.
  ///
  /// A move is a removal and an insertion that name each other. A modification is a removal and an
  /// insertion, too.
  ///
  /// - Parameters:
  ///   - old: The elements of the old rows.
  ///   - new: The elements of the new rows.
  /// - Complexity: O(m log m) for m changes.
  public func difference<Element>(
    from old: [Element], to new: [Element]
  ) -> CollectionDifference<Element> {
    let pairs = moves.map { ($0.old, $0.new) } + modifications.map { ($0.old, $0.new) }
    let removals =
      deletions.map {
        CollectionDifference.Change.remove(offset: $0, element: old[$0], associatedWith: nil)
      }
      + pairs.map { .remove(offset: $0, element: old[$0], associatedWith: $1) }
    let insertions =
      insertions.map {
        CollectionDifference.Change.insert(offset: $0, element: new[$0], associatedWith: nil)
      }
      + pairs.map { .insert(offset: $1, element: new[$1], associatedWith: $0) }
    guard let difference = CollectionDifference(removals + insertions) else {
      preconditionFailure("Each row must be in one of the four lists at most")
    }
    return difference
  }
}
