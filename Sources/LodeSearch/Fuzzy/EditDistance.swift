/// How far terms are from a word: how many characters have to be put in, left out, exchanged, or
/// swapped with their neighbours.
///
/// It is the Damerau-Levenshtein distance in its restricted form (optimal string alignment), over
/// Unicode scalars, up to a bound. Terms are asked one after the other: what a term has in common
/// with the one before is not calculated again, so that a sorted list of terms costs little more
/// than its different beginnings.
struct EditDistance {
  /// The greatest distance that is told.
  let bound: Int
  private let word: [UInt32]
  /// Of the last term: its bytes, its scalars, and where each scalar ends.
  private var term: [UInt8] = []
  private var scalars: [UInt32] = []
  private var ends: [Int] = []
  /// A row for each scalar and one more: how far the scalars up to it are from each beginning of
  /// the word.
  private var rows: [Int]
  /// How many scalars have rows.
  private var depth = 0

  /// How many bytes of the last term no term begins with that is near enough; `nil` when there may
  /// be some.
  private(set) var deadPrefix: Int?

  init(to word: [UInt8], bound: Int) {
    self.bound = max(0, bound)
    var scalars: [UInt32] = []
    Self.appendScalars(of: word[...], to: &scalars) { _ in }
    self.word = scalars
    rows = (0...scalars.count).map { $0 }
  }

  /// How many characters the word has.
  var length: Int { word.count }

  /// The distance of a term; `nil` when it is greater than the bound.
  ///
  /// - Complexity: O(bytes + bound · characters that the term before does not begin with).
  mutating func distance(of other: [UInt8]) -> Int? {
    keepCommonPrefix(other)
    if deadPrefix != nil { return nil }
    while depth < scalars.count {
      if addRow() > bound {
        // Behind a byte that is no scalar here there may be the rest of one.
        if scalars[depth - 1] < Self.firstByte { deadPrefix = ends[depth - 1] }
        return nil
      }
    }
    let distance = rows[depth * width + word.count]
    return distance <= bound ? distance : nil
  }

  /// Bytes that are not scalars have numbers above all scalars.
  private static let firstByte: UInt32 = 0x11_0000

  private var width: Int { word.count + 1 }

  /// Keeps the rows of what the terms have in common, and takes the scalars of the rest.
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

  /// Calculates the next row, and says the least distance in it.
  private mutating func addRow() -> Int {
    let far = bound + 1
    let before = depth * width
    let row = before + width
    if rows.count < row + width {
      rows.append(contentsOf: repeatElement(far, count: row + width - rows.count))
    }
    for place in row..<row + width { rows[place] = far }
    depth += 1
    // What lies further off than the bound is further than the bound.
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

  /// The distance of the scalars read so far from each prefix of the word.
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

  /// Takes scalars of UTF-8, and tells where each ends; a byte that is none stands for itself.
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
