@testable import LodeLMDB

/// Where things lie in a sound file: what the tests of damage aim at.
///
/// It is found by a walk of its own, which believes what it reads.
struct FileMap {
  let pageSize: Int
  /// The offset of the newest meta page.
  let meta: Int
  var branches: [Int] = []
  var leaves: [Int] = []
  /// Offsets of the first page of each overflow run.
  var overflows: [Int] = []
  /// Offsets of leaf nodes.
  var entries: [Int] = []
  /// Offsets of the records of tables that are not empty, but not those in the meta page.
  var records: [Int] = []
  /// Offsets of the counts of free lists.
  var freeLists: [Int] = []

  init(_ file: Bytes) {
    pageSize = Int(file.integer(at: 40, as: UInt32.self))
    let transactions = [144, pageSize + 144].map { file.integer(at: $0, as: UInt64.self) }
    meta = transactions[0] < transactions[1] ? pageSize : 0
    walk(file, record: meta + 88, isMain: true)
    walk(file, record: meta + 40, isFree: true)
  }

  private mutating func walk(
    _ file: Bytes, record: Int, isMain: Bool = false, isFree: Bool = false
  ) {
    let root = file.integer(at: record + 40, as: UInt64.self)
    if root == UInt64.max { return }
    visit(file, Int(root) * pageSize, isMain: isMain, isFree: isFree)
  }

  private mutating func visit(_ file: Bytes, _ page: Int, isMain: Bool, isFree: Bool) {
    let isLeaf = file.integer(at: page + 10, as: UInt16.self) == 2
    if isLeaf { leaves.append(page) } else { branches.append(page) }
    for node in Self.nodes(file, page) {
      let number = file.integer(at: node, as: UInt32.self)
      if !isLeaf {
        visit(file, Int(number) * pageSize, isMain: isMain, isFree: isFree)
        continue
      }
      entries.append(node)
      let flags = file.integer(at: node + 4, as: UInt16.self)
      var value = node + 8 + Int(file.integer(at: node + 6, as: UInt16.self))
      if flags == 1 {
        let run = Int(file.integer(at: value, as: UInt64.self)) * pageSize
        overflows.append(run)
        value = run + 16
      }
      if isFree { freeLists.append(value) }
      if isMain, flags == 2, file.integer(at: value + 40, as: UInt64.self) != UInt64.max {
        records.append(value)
        walk(file, record: value)
      }
    }
  }

  /// The offsets in the file of the nodes of the page at `page`.
  static func nodes(_ file: Bytes, _ page: Int) -> [Int] {
    stride(from: 16, to: Int(file.integer(at: page + 12, as: UInt16.self)), by: 2)
      .map { page + Int(file.integer(at: page + $0, as: UInt16.self)) }
  }
}
