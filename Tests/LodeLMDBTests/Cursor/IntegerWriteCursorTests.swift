import LodeLMDB
import LodeTestSupport
import Testing

@Suite("A writing cursor over integer keys")
struct IntegerWriteCursorTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: IntegerTable
  let value: [UInt8] = [1, 2]

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.integerTable("numbers")
  }

  private func keys() throws -> [UInt] {
    try environment.read { transaction in
      var keys: [UInt] = []
      try transaction.forEach(in: table) { entry in
        keys.append(entry.key)
        return true
      }
      return keys
    }
  }

  @Test func `it puts, stands on what it put, and goes both ways from there`() throws {
    try environment.write { transaction in
      try transaction.withCursor(over: table) { cursor in
        for key: UInt in [300, 0, .max, 255, 256] { try cursor.put(value.span, forKey: key) }
        var seen = [try cursor.key]
        let size = try cursor.value?.count
        #expect(size == 2)
        for move: CursorMove in [.next, .previous, .last, .next, .current, .first, .previous] {
          seen.append(try cursor.move(move) ? try cursor.key : nil)
        }
        #expect(seen == [256, 300, 256, .max, nil, .max, 0, nil])
      }
    }
    #expect(try keys() == [0, 255, 256, 300, .max])
  }

  @Test func `it seeks exactly and at least, and after a miss it deletes nothing`() throws {
    try environment.write { transaction in
      try transaction.withCursor(over: table) { cursor in
        for key: UInt in [2, 4] { try cursor.put(value.span, forKey: key) }
        let exact = try cursor.seek(4)
        let missed = try cursor.seek(3)
        let deleted = try cursor.deleteCurrent()
        let nowhere = try cursor.key == nil && cursor.value == nil
        #expect(exact && !missed && !deleted && nowhere)
        let above = try cursor.seek(atLeast: 3) ? try cursor.key : nil
        let beyond = try cursor.seek(atLeast: 5)
        #expect(above == 4 && !beyond)
      }
    }
    #expect(try keys() == [2, 4])
  }

  @Test func `it deletes integer keys while it walks, and every row is visited once`() throws {
    try environment.write { transaction in
      for key: UInt in 0..<3000 { try transaction.put(value.span, forKey: key, in: table) }
      try transaction.withCursor(over: table) { cursor in
        var visited = 0
        while try cursor.move(.next) {
          visited += 1
          if try cursor.key.map({ $0 % 3 != 0 }) == true { try cursor.deleteCurrent() }
        }
        #expect(visited == 3000)
      }
    }
    #expect(try keys() == Array(stride(from: 0, to: 3000, by: 3)))
    _ = try environment.verify()
  }
}
