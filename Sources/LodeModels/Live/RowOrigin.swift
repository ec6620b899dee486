/// The origin of a row of a new list: its index in the old list.
struct RowOrigin {
  /// The index in the old list; `nil` if the old list lacks the row.
  let old: Int?
  /// Whether the old list has other values of the row.
  var isModified = false
  /// Whether the row moves, even if its position relative to other rows is the same.
  var mustMove = false
}

extension RowChanges {
  /// Computes the changes from the origin of each new row.
  ///
  /// - Parameters:
  ///   - oldCount: The number of old rows.
  ///   - origins: The origins of the new rows, each old index at most once.
  /// - Complexity: O(n log n) for n rows; O(n) if no row moves.
  init(from oldCount: Int, to origins: [RowOrigin]) {
    var isKept = Array(repeating: false, count: oldCount)
    var insertions: [Int] = []
    var kept: [(old: Int, new: Int)] = []
    for (new, origin) in origins.enumerated() {
      guard let old = origin.old else {
        insertions.append(new)
        continue
      }
      isKept[old] = true
      kept.append((old, new))
    }
    // The most rows that need no move are a longest increasing subsequence of the old indices.
    let movable = kept.indices.filter { !origins[kept[$0].new].mustMove }
    let staying = Self.longestIncreasing(movable.map { kept[$0].old }).map { movable[$0] }
    var moves: [Move] = []
    var modifications: [Modification] = []
    var next = staying.startIndex
    for (position, row) in kept.enumerated() {
      let isModified = origins[row.new].isModified
      if next < staying.endIndex, staying[next] == position {
        next += 1
        if isModified { modifications.append(Modification(old: row.old, new: row.new)) }
      } else {
        moves.append(Move(old: row.old, new: row.new, isModified: isModified))
      }
    }
    self.init(
      deletions: isKept.indices.filter { !isKept[$0] }, insertions: insertions, moves: moves,
      modifications: modifications)
  }

  /// Returns the origin of each new row.
  ///
  /// - Complexity: O(n + m log m) for n rows and m changes.
  func origins(from oldCount: Int) -> [RowOrigin] {
    var origins = (0..<oldCount).map { RowOrigin(old: $0) }
    apply(to: &origins) { _ in RowOrigin(old: nil) }
    for row in modifications { origins[row.new] = RowOrigin(old: row.old, isModified: true) }
    for row in moves { origins[row.new] = RowOrigin(old: row.old, isModified: row.isModified) }
    return origins
  }

  /// Returns the positions of a longest increasing subsequence of distinct numbers.
  ///
  /// - Complexity: O(n log n) for n numbers; O(n) if the numbers increase.
  static func longestIncreasing(_ numbers: [Int]) -> [Int] {
    // For each length, the position of the smallest number that ends a subsequence of the length.
    var ends: [Int] = []
    // For each number, the position of the previous number in its subsequence.
    var previous: [Int?] = []
    previous.reserveCapacity(numbers.count)
    for (position, number) in numbers.enumerated() {
      var length = ends.count
      if let last = ends.last, numbers[last] > number {
        var lower = 0
        while lower < length {
          let middle = (lower + length) / 2
          if numbers[ends[middle]] < number { lower = middle + 1 } else { length = middle }
        }
      }
      previous.append(length > 0 ? ends[length - 1] : nil)
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var result: [Int] = []
    var current = ends.last
    while let position = current {
      result.append(position)
      current = previous[position]
    }
    return result.reversed()
  }
}
