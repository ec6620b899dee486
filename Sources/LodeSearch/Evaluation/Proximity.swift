internal import LodeStore

/// The search for occurrences of phrases that are near each other in a document.
///
/// `starts` contains the starts of each phrase: the positions of the first token, in ascending
/// order, with the column in the upper 32 bits. `lengths` contains the length of each phrase, in
/// positions. Only occurrences in the same column can be near. A result contains, for each phrase,
/// the starts of the occurrences that are near.
enum Proximity {
  /// Returns the occurrences that are together in a window.
  ///
  /// A window contains one occurrence of each phrase. `distance` is the maximum number of tokens
  /// between the end of any occurrence in the window and the start of the last occurrence.
  ///
  /// `NEAR(a b, n)` of SQLite's FTS5 has the same rule. An occurrence can count for two equal
  /// phrases.
  static func windows(_ starts: [[UInt64]], _ lengths: [Int], distance: Int) -> [[UInt64]] {
    byColumn(starts) { window($0, lengths, distance) }
  }

  /// Returns the occurrences that belong to a chain, with one occurrence of each phrase.
  ///
  /// Each occurrence in a chain is near the previous occurrence, in either order. `distances`
  /// contains the maximum number of tokens between each phrase and the next phrase.
  ///
  /// `a NEAR/n b` of SQLite's FTS4 has the same rule. Two occurrences that end at the same position
  /// are not near.
  static func chains(_ starts: [[UInt64]], _ lengths: [Int], distances: [Int]) -> [[UInt64]] {
    byColumn(starts) { starts in
      var kept = starts
      for place in distances.indices {
        kept[place + 1] = near(
          kept[place], lengths[place], kept[place + 1], lengths[place + 1], distances[place])
      }
      for place in distances.indices.reversed() {
        kept[place] = near(
          kept[place + 1], lengths[place + 1], kept[place], lengths[place], distances[place])
      }
      return kept.contains(where: \.isEmpty) ? nil : kept
    }
  }

  /// Passes the starts of all phrases in each column to `body`, and joins the results.
  ///
  /// The call omits columns that lack a phrase, and columns for which `body` returns `nil`.
  private static func byColumn(
    _ starts: [[UInt64]], _ body: ([[UInt64]]) -> [[UInt64]]?
  ) -> [[UInt64]] {
    var kept = starts.map { _ in [UInt64]() }
    var from = starts.map { _ in 0 }
    while from[0] < starts[0].count {
      let column = starts[0][from[0]] >> 32
      let parts = starts.indices.map { phrase -> [UInt64] in
        let list = starts[phrase]
        while from[phrase] < list.count, list[from[phrase]] >> 32 < column { from[phrase] += 1 }
        let start = from[phrase]
        while from[phrase] < list.count, list[from[phrase]] >> 32 == column { from[phrase] += 1 }
        return Array(list[start..<from[phrase]])
      }
      guard !parts.contains(where: \.isEmpty), let found = body(parts) else { continue }
      for phrase in kept.indices { kept[phrase] += found[phrase] }
    }
    return kept
  }

  /// Returns the starts in `b` of occurrences that are near an occurrence in `a`.
  private static func near(
    _ a: [UInt64], _ lengthOfA: Int, _ b: [UInt64], _ lengthOfB: Int, _ distance: Int
  ) -> [UInt64] {
    var low = 0
    return b.filter { start in
      let end = Int(start) + lengthOfB
      while low < a.count, Int(a[low]) + lengthOfA < end - distance - lengthOfB { low += 1 }
      var place = low
      if place < a.count, Int(a[place]) + lengthOfA == end { place += 1 }
      return place < a.count && Int(a[place]) + lengthOfA <= end + distance + lengthOfA
    }
  }

  /// Returns the starts in one column that are together in a window, or `nil` without a window.
  private static func window(
    _ starts: [[UInt64]], _ lengths: [Int], _ distance: Int
  ) -> [[UInt64]]? {
    var at = starts.map { _ in 0 }
    var kept = starts.map { _ in [UInt64]() }
    var greatest = starts[0][0]
    while align(&at, &greatest, starts, lengths, distance) {
      for phrase in starts.indices where kept[phrase].last != starts[phrase][at[phrase]] {
        kept[phrase].append(starts[phrase][at[phrase]])
      }
      // The phrase with the earliest next occurrence advances.
      let next = starts.indices.min { a, b in
        (at[a] + 1 < starts[a].count ? starts[a][at[a] + 1] : .max)
          < (at[b] + 1 < starts[b].count ? starts[b][at[b] + 1] : .max)
      }
      guard let next, at[next] + 1 < starts[next].count else { break }
      at[next] += 1
      greatest = starts[0][at[0]]
    }
    return kept[0].isEmpty ? nil : kept
  }

  /// Advances the occurrences in `at` until all occurrences are in one window.
  ///
  /// `at` contains the index of one occurrence of each phrase. Before the call, `greatest` is the
  /// start of one of the occurrences; after the call, `greatest` is the highest start. Returns
  /// `false` if a phrase has no more occurrences.
  private static func align(
    _ at: inout [Int], _ greatest: inout UInt64, _ starts: [[UInt64]], _ lengths: [Int],
    _ distance: Int
  ) -> Bool {
    var isAligned = false
    while !isAligned {
      isAligned = true
      for phrase in starts.indices {
        let least = Int(greatest) - lengths[phrase] - distance
        let start = Int(starts[phrase][at[phrase]])
        if start >= least, start <= Int(greatest) { continue }
        isAligned = false
        while Int(starts[phrase][at[phrase]]) < least {
          at[phrase] += 1
          if at[phrase] == starts[phrase].count { return false }
        }
        greatest = max(greatest, starts[phrase][at[phrase]])
      }
    }
    return true
  }
}
