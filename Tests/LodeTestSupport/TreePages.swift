package import Foundation

/// The pages of a table in a data file of LMDB, found by the table's name.
///
/// `Docs/Format/LMDBFile.md` describes the bytes. The file must be sound.
package struct TreePages {
  private let file: Data
  private let pageSize: Int
  /// The ranges of the file that the pages use: headers, pointers, and nodes.
  package private(set) var used: [Range<Int>] = []

  /// Finds the pages of a table; no pages if the table is missing or empty.
  package init(of table: String, in file: Data, pageSize: Int = 4096) {
    self.file = file
    self.pageSize = pageSize
    // Of the two meta pages, the one with the greater transaction number counts.
    let newer = number(pageSize + 16 + 128, 8) > number(16 + 128, 8) ? pageSize : 0
    let main = number(newer + 16 + 24 + 48 + 40, 8)
    guard let record = record(of: table, in: main) else { return }
    walk(number(record + 40, 8))
  }

  private func number(_ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(file[offset + $1]) << (8 * $1)) }
  }

  private func isBranch(_ page: Int) -> Bool { number(page * pageSize + 10, 2) & 1 != 0 }

  private func nodes(_ page: Int) -> [Int] {
    let start = page * pageSize
    return stride(from: 16, to: number(start + 12, 2), by: 2).map { start + number(start + $0, 2) }
  }

  private func child(_ node: Int) -> Int { number(node, 6) }

  /// Returns the offset of a table's record in the tree of the main table.
  private func record(of table: String, in page: Int) -> Int? {
    if page == -1 { return nil }
    for node in nodes(page) {
      if isBranch(page) {
        if let found = record(of: table, in: child(node)) { return found }
        continue
      }
      let keySize = number(node + 6, 2)
      if number(node + 4, 2) & 2 != 0, file[node + 8..<node + 8 + keySize] == Data(table.utf8) {
        return node + 8 + keySize
      }
    }
    return nil
  }

  private mutating func walk(_ page: Int) {
    if page == -1 { return }
    let start = page * pageSize
    used.append(start..<start + number(start + 12, 2))
    used.append(start + number(start + 14, 2)..<start + pageSize)
    for node in nodes(page) {
      if isBranch(page) {
        walk(child(node))
      } else if number(node + 4, 2) & 1 != 0 {
        // A value in pages of its own.
        let first = number(node + 8 + number(node + 6, 2), 8) * pageSize
        used.append(first..<first + 16 + number(node, 4))
      }
    }
  }
}
