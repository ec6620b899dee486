#if Macros
  /// A search for the name that is most similar to a misspelled name.
  enum NearestName {
    /// Returns the most similar name, ignoring case, or `nil` if no name is similar.
    ///
    /// The edit distance of a similar name is at most 2 or a third of the number of characters in
    /// `name`, whichever is more. The distance is also less than the number of characters.
    static func of(_ name: String, among names: some Sequence<String>) -> String? {
      let word = Array(name.lowercased())
      let candidates = names.map { (name: $0, distance: distance(word, Array($0.lowercased()))) }
      let nearest = candidates.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
      guard let nearest, nearest.distance <= max(2, word.count / 3), nearest.distance < word.count
      else { return nil }
      return nearest.name
    }

    /// Returns the optimal string alignment distance, the least number of edits from `a` to `b`.
    ///
    /// An edit adds, removes, or replaces one character, or swaps two adjacent characters.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
      var rows = [Array(0...b.count)]
      for (i, letter) in a.enumerated() {
        var row = [i + 1]
        for (j, other) in b.enumerated() {
          var least = min(rows[i][j + 1], row[j]) + 1
          least = min(least, rows[i][j] + (letter == other ? 0 : 1))
          if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
            least = min(least, rows[i - 1][j - 1] + 1)
          }
          row.append(least)
        }
        rows.append(row)
      }
      return rows[a.count][b.count]
    }
  }
#endif
