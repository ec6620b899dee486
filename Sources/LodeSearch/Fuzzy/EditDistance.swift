/// The edit distances between a word and terms, up to a bound.
///
/// The edit distance is the lowest number of edits that change a word into a term. An edit inserts,
/// deletes, or replaces a Unicode scalar, or swaps two adjacent scalars. The measure is the
/// restricted Damerau-Levenshtein distance (optimal string alignment). The calculation fills a
/// table row by row, and reuses the rows for the prefix that a term shares with the previous term.
struct EditDistance {
  /// The maximum distance that ``distance(of:)`` returns.
  let bound: Int
  /// The scalars of the word.
  private let word: [UInt32]
  /// The last term: its bytes, its scalars, and the end of each scalar.
  private var term: [UInt8] = []
  private var scalars: [UInt32] = []
  private var ends: [Int] = []
  /// The rows of the table, one after another.
  ///
  /// Row i contains the distances of the term's first i scalars from each prefix of the word.
  private var rows: [Int]
  /// The number of the term's scalars for which `rows` has a row.
  private var depth = 0

  /// The length in bytes of a prefix of the last term, if all terms with this prefix exceed the
  /// bound; otherwise `nil`.
  private(set) var deadPrefix: Int?

  init(to word: [UInt8], bound: Int) {
    self.bound = max(0, bound)
    var scalars: [UInt32] = []
    Self.appendScalars(of: word[...], to: &scalars) { _ in }
    self.word = scalars
    rows = (0...scalars.count).map { $0 }
  }

  /// The number of scalars in the word.
  ///
  /// An invalid byte counts as one scalar.
  var length: Int { word.count }

  /// Returns the distance of a term, or `nil` above the bound.
  ///
  /// - Complexity: O(b + w · s) for b bytes and a word of w scalars. s is the number of scalars
  ///   after the prefix that the term shares with the previous term.
  mutating func distance(of other: [UInt8]) -> Int? {
    keepCommonPrefix(other)
    if deadPrefix != nil { return nil }
    while depth < scalars.count {
      if addRow() > bound {
        // If the last scalar is incomplete, another term can complete the scalar.
        if scalars[depth - 1] < Self.firstByte { deadPrefix = ends[depth - 1] }
        return nil
      }
    }
    let distance = rows[depth * width + word.count]
    return distance <= bound ? distance : nil
  }

  /// The start of the numbers for invalid bytes, which are above all Unicode scalars.
  ///
  /// An invalid byte b has the number `firstByte` + b.
  private static let firstByte: UInt32 = 0x11_0000

  private var width: Int { word.count + 1 }

  /// Keeps the rows of the prefix that `other` shares with the last term, and reads the remaining
  /// scalars of `other`.
  ///
  /// Does nothing if `other` has the dead prefix.
  private mutating func keepCommonPrefix(_ other: [UInt8]) {
    var common = 0
    while common < min(term.count, other.count), term[common] == other[common] { common += 1 }
    if let dead = deadPrefix, common >= dead { return }
    deadPrefix = nil
    var kept = ends.firstPlace { $0 > common }
    while kept > 0, scalars[kept - 1] >= Self.firstByte { kept -= 1 }
    ends.removeSubrange(kept...)
    scalars.removeSubrange(kept...)
    depth = min(depth, kept)
    term = other
    var more: [Int] = []
    Self.appendScalars(of: other[(ends.last ?? 0)...], to: &scalars) { more.append($0) }
    ends += more
  }

  /// Computes the next row, and returns the lowest distance in the row.
  private mutating func addRow() -> Int {
    let far = bound + 1
    let before = depth * width
    let row = before + width
    if rows.count < row + width {
      rows.append(contentsOf: repeatElement(far, count: row + width - rows.count))
    }
    for place in row..<row + width { rows[place] = far }
    depth += 1
    // Cells with a greater distance from the diagonal than the bound have values above the bound.
    let first = max(0, depth - bound)
    let last = min(word.count, depth + bound)
    guard first <= last else { return far }
    var least = far
    for place in first...last {
      rows[row + place] = cell(place, row: row, before: before)
      least = min(least, rows[row + place])
    }
    return least
  }

  /// Returns the distance of the first `depth` scalars of the term from the first `place` scalars
  /// of the word.
  private func cell(_ place: Int, row: Int, before: Int) -> Int {
    let best = min(bound + 1, rows[before + place] + 1)
    guard place > 0 else { return best }
    let scalar = scalars[depth - 1]
    let exchanged = rows[before + place - 1] + (word[place - 1] == scalar ? 0 : 1)
    let other = min(best, rows[row + place - 1] + 1, exchanged)
    guard place > 1, depth > 1, word[place - 2] == scalar, word[place - 1] == scalars[depth - 2]
    else { return other }
    return min(other, rows[before - width + place - 2] + 1)
  }

  /// Appends the scalars of UTF-8, and passes the end of each scalar to `end`.
  ///
  /// An invalid byte counts as one scalar, with a number above all scalars.
  private static func appendScalars(
    of bytes: ArraySlice<UInt8>, to scalars: inout [UInt32], _ end: (Int) -> Void
  ) {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let first = bytes[place]
      let length = max(1, (~first).leadingZeroBitCount)
      let rest = bytes[place...].dropFirst().prefix(length - 1)
      if first < 0x80 {
        scalars.append(UInt32(first))
        place += 1
      } else if (2...4).contains(length), rest.count == length - 1,
        rest.allSatisfy({ $0 & 0xC0 == 0x80 })
      {
        let bits = UInt32(first & (0x7F &>> UInt8(length)))
        scalars.append(rest.reduce(bits) { $0 << 6 | UInt32($1 & 0x3F) })
        place += length
      } else {
        scalars.append(firstByte + UInt32(first))
        place += 1
      }
      end(place)
    }
  }
}
