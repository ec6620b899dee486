/// The search for a name that resembles a wrong name.
package enum NearestName {
  /// Returns the most similar name, or `nil` if all names differ too much.
  ///
  /// The search counts added, removed, replaced, and swapped letters. The search ignores case, and
  /// compares only the first 100 letters. A similar name has at most four changes, and at most
  /// l / 3 + 1 changes for a wrong name of l letters.
  ///
  /// - Complexity: O(n · l²) for n names of l letters.
  package static func of(_ wrong: String, among names: some Sequence<String>) -> String? {
    let letters = Array(wrong.lowercased().unicodeScalars.prefix(100))
    let most = max(1, min(letters.count / 3 + 1, 4))
    var best: (name: String, changes: Int)?
    for name in names where name != wrong {
      let others = Array(name.lowercased().unicodeScalars.prefix(100))
      guard abs(others.count - letters.count) <= most else { continue }
      let changes = Self.changes(from: letters, to: others)
      guard changes <= most, changes < max(letters.count, others.count) else { continue }
      if let best, (best.changes, best.name) <= (changes, name) { continue }
      best = (name, changes)
    }
    return best?.name
  }

  /// Returns `Did you mean "name"?`, or `nil` if all names differ too much.
  package static func question(_ wrong: String, among names: some Sequence<String>) -> String? {
    of(wrong, among: names).map { "Did you mean \"\($0)\"?" }
  }

  private static func changes(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
    var (before, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
