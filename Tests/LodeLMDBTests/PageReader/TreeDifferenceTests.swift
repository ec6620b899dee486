import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

/// An open read with the rows that the read must see.
private struct ModelSnapshot {
  let handle: TransactionHandle
  let rows: [[UInt8]: [UInt8]]
}

/// A differing key with its old and its new value.
private struct Difference: Hashable {
  let key: [UInt8]
  let old: [UInt8]?
  let new: [UInt8]?

  /// The differences of two dictionaries, in key order.
  static func between(_ old: [[UInt8]: [UInt8]], _ new: [[UInt8]: [UInt8]]) -> [Difference] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { Difference(key: $0, old: old[$0], new: new[$0]) }
  }

  /// The differences that the pages show.
  static func between(
    _ old: TransactionHandle, _ oldTable: Table?, _ new: TransactionHandle, _ newTable: Table?
  ) throws -> [Difference] {
    var found: [Difference] = []
    try ReadDifference(from: old, to: new).forEach(oldTable, newTable) { key, old, new in
      found.append(
        Difference(key: Array(copying: key), old: [UInt8](copying: old), new: [UInt8](copying: new))
      )
      return true
    }
    return found
  }
}

@Suite("The difference of two snapshots is found in the pages that they do not share")
struct TreeDifferenceTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
  }

  private static func key(_ random: inout SeededGenerator) -> [UInt8] {
    // Few letters, so that keys begin alike and some are prefixes of others.
    let count =
      Int.random(in: 0..<8, using: &random) == 0 ? 300 : Int.random(in: 1...9, using: &random)
    return (0..<count).map { _ in [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0 }
  }

  /// Changes random rows, all rows of a range, or no row, in the table and in the model.
  private static func change(
    _ rows: inout [[UInt8]: [UInt8]], _ random: inout SeededGenerator,
    _ transaction: inout WriteTransaction, _ table: Table
  ) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      try transaction.deleteAll(in: table)
      rows = [:]
    case 1:
      let first = key(&random)
      for key in rows.keys where !key.lexicographicallyPrecedes(first) {
        _ = try transaction.delete(key.span, in: table)
        rows[key] = nil
      }
    default:
      let most = [1, 3, 40, 3000].randomElement(using: &random) ?? 1
      let deletes = Int.random(in: 0...3, using: &random)
      for _ in 0..<Int.random(in: 0..<most + 1, using: &random) {
        let key = (Bool.random(using: &random) ? nil : rows.keys.first) ?? key(&random)
        if Int.random(in: 0..<4, using: &random) < deletes {
          _ = try transaction.delete(key.span, in: table)
          rows[key] = nil
        } else {
          let count = Int.random(in: 0..<20, using: &random) == 0 ? 9000 : 60
          let value = [UInt8](
            repeating: UInt8.random(in: 0...255, using: &random),
            count: Int.random(in: 0...count, using: &random))
          try transaction.put(value.span, forKey: key.span, in: table)
          rows[key] = value
        }
      }
    }
  }

  @Test(.tags(.random))
  func `random commits of random sizes give the differences of two dictionaries`() throws {
    var random = SeededGenerator()
    for table in try [environment.table("own"), environment.table("shared").part(of: 7)] {
      var rows: [[UInt8]: [UInt8]] = [:]
      var snapshots: [ModelSnapshot] = []
      defer { for snapshot in snapshots { environment.endRead(snapshot.handle) } }
      for round in 0..<rounds(240) {
        try environment.write { transaction in
          try Self.change(&rows, &random, &transaction, table)
        }
        let new = ModelSnapshot(handle: try environment.beginRead(), rows: rows)
        for old in snapshots {
          let found = try Difference.between(old.handle, table, new.handle, table)
          let isRight = found == Difference.between(old.rows, new.rows)
          #expect(isRight, "seed \(random.seed), round \(round)")
          if !isRight { return }
        }
        snapshots.append(new)
        if snapshots.count > 5 {
          let ended = snapshots.remove(at: Int.random(in: 0..<5, using: &random))
          environment.endRead(ended.handle)
        }
      }
    }
  }

  @Test func `the parts of a shared table do not see each other, and compare with each other`()
    throws
  {
    let shared = try environment.table("shared")
    let (one, two) = (shared.part(of: 1), shared.part(of: 2))
    try environment.write { transaction in
      for index in 0..<200 {
        let key = [UInt8(index)]
        try transaction.put(key.span, forKey: key.span, in: one)
        if index % 2 == 0 { try transaction.put(key.span, forKey: key.span, in: two) }
      }
    }
    let old = try environment.beginRead()
    defer { environment.endRead(old) }
    try environment.write { try $0.put([0].span, forKey: [9].span, in: two) }
    let new = try environment.beginRead()
    defer { environment.endRead(new) }
    #expect(try Difference.between(old, one, new, one).isEmpty)
    #expect(
      try Difference.between(old, two, new, two) == [Difference(key: [9], old: nil, new: [0])])
    // As if the owners had exchanged their names.
    let exchanged = try Difference.between(old, one, new, two)
    #expect(exchanged.count == 100)
    #expect(exchanged.first == Difference(key: [1], old: [1], new: nil))
    #expect(exchanged[4] == Difference(key: [9], old: [9], new: [0]))
  }

  @Test func `a table that only one snapshot has is empty in the other`() throws {
    let old = try environment.beginRead()
    defer { environment.endRead(old) }
    let table = try environment.table("t")
    try environment.put("a", "1", in: table)
    let new = try environment.beginRead()
    defer { environment.endRead(new) }
    let inserted = [Difference(key: "a".bytes, old: nil, new: "1".bytes)]
    #expect(try Difference.between(old, table, new, table) == inserted)
    #expect(try Difference.between(old, nil, new, table) == inserted)
    #expect(
      try Difference.between(new, table, new, nil)
        == [Difference(key: "a".bytes, old: "1".bytes, new: nil)])
  }

  /// A copy of a handle that lets LMDB read the pages.
  private static func withoutPages(_ handle: TransactionHandle) -> TransactionHandle {
    unsafe TransactionHandle(raw: handle.raw, slots: handle.slots, pages: nil, base: nil)
  }

  @Test func `without a map of the file, all rows are compared`() throws {
    let table = try environment.table("t")
    let empty = try environment.beginRead()
    defer { environment.endRead(empty) }
    try environment.write { transaction in
      for key in ["a", "b", "c", "d"] { try transaction.put(key, key, in: table) }
    }
    let old = try environment.beginRead()
    defer { environment.endRead(old) }
    try environment.write { transaction in
      for key in ["b", "e", "0"] { try transaction.put(key, "new", in: table) }
      _ = try transaction.delete("d".bytes.span, in: table)
    }
    let new = try environment.beginRead()
    defer { environment.endRead(new) }
    for (one, other) in [(empty, old), (old, new), (empty, new)] {
      let compared = try Difference.between(
        Self.withoutPages(one), table, Self.withoutPages(other), table)
      #expect(compared == (try Difference.between(one, table, other, table)))
    }
  }

  @Test func `the pages that both snapshots have are not read`() throws {
    let table = try environment.table("t")
    func key(_ index: Int) -> [UInt8] { nativeBytes(UInt64(index).bigEndian) }
    try environment.write { transaction in
      for index in 0..<100_000 {
        try transaction.put(
          [UInt8](repeating: 1, count: 60).span, forKey: key(index).span, in: table)
      }
    }
    for changes in [0, 1, 10, 100] {
      let old = try environment.beginRead()
      defer { environment.endRead(old) }
      try environment.write { transaction in
        for change in 0..<changes {
          let value = [UInt8](repeating: UInt8(100 + changes), count: 60)
          try transaction.put(value.span, forKey: key(change * 997).span, in: table)
        }
      }
      let new = try environment.beginRead()
      defer { environment.endRead(new) }
      let (pages, depth) = try (
        new.statistics(table.place).leafPages, new.statistics(table.place).depth
      )
      var found = 0
      let read = try ReadDifference(from: old, to: new).forEach(table, table) { _, _, _ in
        found += 1
        return true
      }
      #expect(found == changes)
      #expect(pages > 1500)
      // The way from the root to each leaf, in both trees.
      #expect(read <= 2 * depth * changes, "\(changes) changes")
    }
  }

  @Test func `the search ends when the closure asks for no more`() throws {
    let table = try environment.table("t")
    let old = try environment.beginRead()
    defer { environment.endRead(old) }
    try environment.write { transaction in
      for key in ["a", "b", "c"] { try transaction.put(key, key, in: table) }
    }
    let new = try environment.beginRead()
    defer { environment.endRead(new) }
    var found: [[UInt8]] = []
    try ReadDifference(from: old, to: new).forEach(table, table) { key, _, _ in
      found.append(Array(copying: key))
      return found.count < 2
    }
    #expect(found == ["a".bytes, "b".bytes])
  }

  @Test func `a damaged changed page is refused, also if the process has read the page before`()
    throws
  {
    let table = try environment.table("t")
    try environment.put("a", "1", in: table)
    for changesHeaderFirst in [true, false] {
      let old = try environment.beginRead()
      defer { environment.endRead(old) }
      try environment.put("a", "\(changesHeaderFirst)", in: table)
      let new = try environment.beginRead()
      defer { environment.endRead(new) }
      if !changesHeaderFirst { #expect(try Difference.between(old, table, new, table).count == 1) }
      let root = try new.record(of: new.slots.number(of: table.place), countsRows: false).root
      let file = try FileHandle(
        forWritingTo: URL(fileURLWithPath: environment.path + "/data.mdb"))
      try file.seek(toOffset: root * 4096)
      try file.write(contentsOf: Data([255, 255]))
      try file.close()
      let refusal = #expect(throws: LMDBError.self) {
        try Difference.between(old, table, new, table)
      }
      #expect(refusal?.code == .corrupted)
      let repaired = try FileHandle(
        forWritingTo: URL(fileURLWithPath: environment.path + "/data.mdb"))
      try repaired.seek(toOffset: root * 4096)
      try repaired.write(contentsOf: Data(nativeBytes(UInt16(root))))
      try repaired.close()
    }
  }

  /// Each bit is damaged while both reads are open, before and after the pages were first checked.
  @Test(.tags(.random)) func `a damaged page is an error, or a difference, but ends no process`()
    throws
  {
    var random = SeededGenerator()
    let table = try environment.table("t")
    var rows: [[UInt8]: [UInt8]] = [:]
    for round in 0..<rounds(60) {
      let old = try environment.beginRead()
      defer { environment.endRead(old) }
      try environment.write { transaction in
        try Self.change(&rows, &random, &transaction, table)
      }
      let new = try environment.beginRead()
      defer { environment.endRead(new) }
      let path = environment.path + "/data.mdb"
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      let pages = Int(try file.seekToEnd()) / 4096
      for _ in 0..<20 {
        let page = Int.random(in: 2..<max(3, pages), using: &random)
        let place = Int.random(in: 0..<(Bool.random(using: &random) ? 64 : 4096), using: &random)
        let offset = UInt64(page * 4096 + place)
        try file.seek(toOffset: offset)
        guard let sound = try file.read(upToCount: 1), sound.count == 1 else { continue }
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data([sound[0] ^ bit]))
        do {
          _ = try Difference.between(old, table, new, table)
        } catch let error as LMDBError {
          #expect(error.code == .corrupted, "seed \(random.seed), round \(round): \(error)")
        }
        try file.seek(toOffset: offset)
        try file.write(contentsOf: sound)
      }
      try file.close()
    }
  }
}
