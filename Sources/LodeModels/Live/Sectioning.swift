/// The sections of a list of rows.
struct Sectioning<Value: Hashable & Sendable>: Sendable {
  /// The position of a row among the rows of all sections.
  private struct Position {
    let row: Int
    let section: Int
  }

  /// The sections, in the order of their first rows in the list.
  private(set) var sections: [LiveSection<Value>] = []
  /// For each row of all sections, its index in the list.
  private(set) var order: [Int] = []
  /// For each row of the list, its position in the sections.
  private var positions: [Position]

  /// Groups the rows of a list by the values of their sections.
  ///
  /// - Complexity: O(n) for n rows.
  init(_ values: [Value]) {
    var indices: [Value: Int] = [:]
    var members: [[Int]] = []
    for (index, value) in values.enumerated() {
      if let section = indices[value] {
        members[section].append(index)
      } else {
        indices[value] = members.count
        members.append([index])
      }
    }
    positions = Array(repeating: Position(row: 0, section: 0), count: values.count)
    for (section, rows) in members.enumerated() {
      let start = order.count
      for index in rows {
        positions[index] = Position(row: order.count, section: section)
        order.append(index)
      }
      sections.append(LiveSection(value: values[rows[0]], rows: start..<order.count))
    }
  }

  /// Returns the difference to an earlier list in sections.
  ///
  /// - Parameters:
  ///   - old: The sections of the earlier list.
  ///   - changes: The difference between the lists.
  /// - Returns: The difference between the rows of all sections; the indices of the old sections
  ///   that are deleted; the indices of the new sections that are inserted.
  /// - Complexity: O(n log n) for n rows; O(n) if no row and no section moves.
  func difference(
    from old: Sectioning, _ changes: RowChanges
  ) -> (rows: RowChanges, deleted: [Int], inserted: [Int]) {
    let oldIndices = Dictionary(uniqueKeysWithValues: zip(old.sections.map(\.value), 0...))
    // The most sections that need no move.
    let kept = sections.indices.filter { oldIndices[sections[$0].value] != nil }
    let keptOld = kept.compactMap { oldIndices[sections[$0].value] }
    let staying = RowChanges.longestIncreasing(keptOld)
    // For each new section that stays, its old index.
    let stays = Dictionary(uniqueKeysWithValues: staying.map { (kept[$0], keptOld[$0]) })
    let isOldKept = Set(stays.values)

    let origins = changes.origins(from: old.positions.count)
    let moved = order.map { index in
      let origin = origins[index]
      guard let position = origin.old.map({ old.positions[$0] }) else { return origin }
      return RowOrigin(
        old: position.row, isModified: origin.isModified,
        mustMove: stays[positions[index].section] != position.section)
    }
    return (
      RowChanges(from: old.order.count, to: moved),
      old.sections.indices.filter { !isOldKept.contains($0) },
      sections.indices.filter { stays[$0] == nil }
    )
  }
}
