import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

/// A write uses LMDB's cursor, and a read uses Lode's own reader, so the two are compared.
@Suite("Reads without LMDB find what LMDB finds")
struct PageReaderTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
  }

  private static func randomKey(_ random: inout SeededGenerator) -> [UInt8] {
    // Few letters, so that keys begin alike and some are prefixes of others.
    let count =
      Int.random(in: 0..<8, using: &random) == 0 ? 300 : Int.random(in: 1...12, using: &random)
    return (0..<count).map { _ in [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0 }
  }

  private static func bytes(_ row: consuming Entry?, withValue: Bool = false) -> [UInt8]? {
    guard let row else { return nil }
    return Array(copying: row.key) + (withValue ? Array(copying: row.value) : [])
  }

  /// The rows that a series of moves finds.
  private static func moves(
    _ random: inout SeededGenerator, _ move: (Int, [UInt8]) throws -> [UInt8]?
  ) throws -> [[UInt8]?] {
    var found: [[UInt8]?] = []
    for _ in 0..<200 {
      let kind = Int.random(in: 0..<8, using: &random)
      found.append(try move(kind, randomKey(&random)))
    }
    return found
  }

  @Test(.tags(.random)) func `keys and values of any length, with every move of a cursor`() throws {
    var random = SeededGenerator()
    let table = try environment.table("t")
    for round in 0..<rounds(40) {
      try environment.write { transaction in
        for _ in 0..<Int.random(in: 0..<2000, using: &random) {
          let key = Self.randomKey(&random)
          if Int.random(in: 0..<3, using: &random) == 0 {
            _ = try transaction.delete(key.span, in: table)
          } else {
            let count = Int.random(in: 0..<20, using: &random) == 0 ? 9000 : 40
            let value = [UInt8](
              repeating: UInt8(round), count: Int.random(in: 0...count, using: &random))
            try transaction.put(value.span, forKey: key.span, in: table)
          }
        }
      }
      var (mine, theirs) = (random, random)
      let read = try environment.read { transaction in
        try transaction.withCursor(over: table) { cursor in
          try Self.moves(&mine) { kind, key in
            switch kind {
            case 0: try Self.bytes(cursor.seek(key.span), withValue: true)
            case 1: try Self.bytes(cursor.seek(atLeast: key.span))
            case 2: try Self.bytes(cursor.seek(lessThan: key.span))
            case 3, 4: try Self.bytes(cursor.next(), withValue: true)
            case 5, 6: try Self.bytes(cursor.previous())
            default: [UInt8](copying: try transaction.get(key.span, in: table))
            }
          }
        }
      }
      let written = try environment.write { transaction in
        try Self.writeMoves(&theirs, in: &transaction, table)
      }
      #expect(read == written, "seed \(random.seed), round \(round)")
      random = mine
    }
  }

  private static func writeMoves(
    _ random: inout SeededGenerator, in transaction: inout WriteTransaction, _ table: Table
  ) throws -> [[UInt8]?] {
    var rows: [[UInt8]: [UInt8]] = [:]
    try transaction.forEach(in: table) { row in
      rows[Array(copying: row.key)] = Array(copying: row.value)
      return true
    }
    let keys = rows.keys.sorted { $0.lexicographicallyPrecedes($1) }
    var place: Int?
    return try moves(&random) { kind, key in
      func row(_ index: Int?) -> [UInt8]? {
        place = index
        return index.map { keys[$0] }
      }
      let least = keys.firstIndex { !$0.lexicographicallyPrecedes(key) } ?? keys.count
      switch kind {
      case 0:
        place = rows[key] == nil ? nil : least
        return rows[key].map { key + $0 }
      case 1: return row(least < keys.count ? least : nil)
      case 2: return row(least > 0 ? least - 1 : nil)
      case 3, 4:
        let next = place.map { $0 + 1 } ?? 0
        guard next < keys.count else { return nil }
        return row(next).map { $0 + (rows[$0] ?? []) }
      case 5, 6:
        let previous = place.map { $0 - 1 } ?? keys.count - 1
        guard previous >= 0 else { return nil }
        return row(previous)
      default: return rows[key]
      }
    }
  }

  @Test func `a snapshot stays as it was while commits rewrite the file, and counts do too`() throws
  {
    let table = try environment.table("t")
    for round in 0..<20 {
      let handle = try environment.beginRead()
      defer { environment.endRead(handle) }
      let before = try handle.statistics(table.place).entries
      try environment.write { transaction in
        for index in 0..<100 {
          let key = [UInt8(round), UInt8(index)]
          try transaction.put(key.span, forKey: key.span, in: table)
        }
      }
      #expect(before == round * 100)
      #expect(try handle.statistics(table.place).entries == before)
      #expect(try handle.get([UInt8(round), 5].span, in: table) == nil)
    }
  }
}
