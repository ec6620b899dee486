import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("A writing cursor")
struct WriteCursorTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  @Test func `it deletes while it walks, and every row is visited once`() throws {
    try environment.fill(table, 3000)
    try environment.write { transaction in
      try transaction.withCursor(over: table) { cursor in
        var visited = 0
        while try cursor.move(.next) {
          visited += 1
          if visited % 3 != 0 { try cursor.deleteCurrent() }
        }
        #expect(visited == 3000)
        while try cursor.move(.previous) { try cursor.deleteCurrent() }
      }
    }
    #expect(try environment.count(table) == 1)
    _ = try environment.verify()
  }

  @Test func `after a seek that found nothing it stands nowhere, and deletes nothing`() throws {
    for key in ["b", "d"] { try environment.put(key, "v", in: table) }
    try environment.write { transaction in
      try transaction.withCursor(over: table) { cursor in
        let deleted = try cursor.deleteCurrent()
        #expect(!deleted)
        for key in ["a", "c", "e"] {
          let found = try cursor.seek(key.bytes.span)
          let deleted = try cursor.deleteCurrent()
          let isNowhere = try cursor.key == nil && cursor.value == nil
          #expect(!found && !deleted && isNowhere)
        }
        let next = try cursor.move(.next)
        let first = Array(copying: try cursor.key)?.first
        #expect(next && first == UInt8(ascii: "b"))
      }
    }
    #expect(try environment.count(table) == 2)
  }

  /// What a cursor is: a place in a sorted array.
  private struct Model {
    var rows: [(key: String, value: String)] = []
    /// On a row, in the gap before a row, or nowhere.
    var row: Int?
    var gap: Int?

    mutating func land(_ index: Int?) -> Bool {
      guard let index, rows.indices.contains(index) else { return false }
      (row, gap) = (index, nil)
      return true
    }

    mutating func move(_ move: CursorMove) -> Bool {
      switch move {
      case .first: return land(0)
      case .last: return land(rows.count - 1)
      case .current: return row != nil
      case .next: return land(gap ?? row.map { $0 + 1 } ?? 0)
      case .previous: return land((gap ?? row).map { $0 - 1 } ?? rows.count - 1)
      }
    }

    mutating func seek(_ index: Int?) -> Bool {
      (row, gap) = (nil, nil)
      return land(index)
    }

    mutating func put(_ key: String, _ value: String) {
      let index = rows.firstIndex { $0.key >= key } ?? rows.count
      if index < rows.count, rows[index].key == key {
        rows[index].value = value
      } else {
        rows.insert((key, value), at: index)
      }
      _ = land(index)
    }

    mutating func delete() -> Bool {
      guard let row else { return false }
      rows.remove(at: row)
      (self.row, gap) = (nil, row)
      return true
    }
  }

  @Test(.tags(.random)) func `60,000 random steps agree with a sorted array`() throws {
    var generator = SeededGenerator()
    var model = Model()
    for _ in 0..<60 {
      (model.row, model.gap) = (nil, nil)
      let before = model
      do {
        try environment.write { transaction in
          try transaction.withCursor(over: table) { cursor in
            for _ in 0..<1000 { try step(&cursor, &model, &generator) }
          }
          if Int.random(in: 0..<5, using: &generator) == 0 { throw Stop() }
        }
      } catch is Stop { model = before }
      let rows = try environment.rows(table)
      #expect(rows == model.rows.map { "\($0.key)=\($0.value)" }, "seed \(generator.seed)")
    }
    _ = try environment.verify()
  }

  private func step(
    _ cursor: inout WriteCursor, _ model: inout Model, _ generator: inout SeededGenerator
  ) throws {
    let key = "\(Int.random(in: 1000...1400, using: &generator))"
    let seed = generator.seed
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...5:
      let moves: [CursorMove] = [.next, .previous, .next, .previous, .current, .first, .last]
      let move = moves.randomElement(using: &generator) ?? .next
      let moved = try cursor.move(move)
      #expect(moved == model.move(move), "\(move), seed \(seed)")
    case 6:
      let found = try cursor.seek(key.bytes.span)
      #expect(found == model.seek(model.rows.firstIndex { $0.key == key }), "seek, seed \(seed)")
    case 7:
      let found = try cursor.seek(atLeast: key.bytes.span)
      #expect(
        found == model.seek(model.rows.firstIndex { $0.key >= key }), "at least, seed \(seed)")
    case 8:
      let found = try cursor.seek(lessThan: key.bytes.span)
      #expect(found == model.seek(model.rows.lastIndex { $0.key < key }), "less than, seed \(seed)")
    case 9...12:
      let value = String(repeating: "v", count: Int.random(in: 0...3000, using: &generator))
      try cursor.put(value.bytes.span, forKey: key.bytes.span)
      model.put(key, value)
    default:
      let deleted = try cursor.deleteCurrent()
      #expect(deleted == model.delete(), "delete, seed \(seed)")
    }
    let here = Array(copying: try cursor.key)
    #expect(here == model.row.map { model.rows[$0].key.bytes }, "place, seed \(seed)")
  }
}
