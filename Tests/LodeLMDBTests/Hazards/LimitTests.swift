import LodeLMDB
import LodeTestSupport
import Testing

@Suite("Sizes that LMDB does not check, or checks too late")
struct LimitTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  @Test func `H14 a key has 1 to 511 bytes; every call says so, and the transaction goes on`()
    throws
  {
    let longest = [UInt8](repeating: 7, count: 511)
    let tooLong = [UInt8](repeating: 7, count: 512)
    let value: [UInt8] = [1]
    try environment.write { transaction in
      try transaction.put(value.span, forKey: longest.span, in: table)
      for (key, code) in [(tooLong, LMDBError.Code.keyTooLong), ([], .keyEmpty)] {
        let codes = [
          caught { try transaction.put(value.span, forKey: key.span, in: table) },
          caught { _ = try transaction.insert(value.span, forKey: key.span, in: table) },
          caught { try transaction.append(value.span, forKey: key.span, in: table) },
          caught { try transaction.put(count: 1, forKey: key.span, in: table) { $0.append(1) } },
          caught { try transaction.delete(key.span, in: table) },
          caught { _ = try transaction.get(key.span, in: table) == nil },
        ]
        #expect(codes == Array(repeating: code, count: codes.count))
      }
    }
    try environment.read { transaction in
      let size = try transaction.get(longest.span, in: table)?.count
      #expect(size == 1)
      #expect(caught { _ = try transaction.get(tooLong.span, in: table) == nil } == .keyTooLong)
      try transaction.withCursor(over: table) { cursor in
        #expect(caught { _ = try cursor.seek(tooLong.span) == nil } == .keyTooLong)
        // Bounds may be any bytes.
        let below = try cursor.seek(lessThan: tooLong.span)?.key.count
        let above = try cursor.seek(atLeast: tooLong.span)?.key.count
        #expect(below == 511)
        #expect(above == nil)
      }
    }
  }

  @Test func `H15 a value longer than 1 GiB, or of negative length, is refused before the put`()
    throws
  {
    try environment.write { transaction in
      for count in [Environment.maximumValueSize + 1, .max, -1, .min] {
        let code = caught {
          try transaction.put(count: count, forKey: "k".bytes.span, in: table) { _ in }
        }
        #expect(code == .valueTooLarge)
      }
      try transaction.put("k", "v", in: table)
    }
    #expect(try environment.rows(table) == ["k=v"])
  }

  @Test func `H16 a transaction of 40,000 pages with savepoints and cursors commits whole`() throws
  {
    let value = [UInt8](repeating: 3, count: 3000)
    try environment.write { transaction in
      for part in 0..<4 {
        try transaction.savepoint { inner in
          for key in 0..<10_000 {
            try inner.put(value.span, forKey: "\(part) \(key)".bytes.span, in: table)
          }
        }
      }
      try transaction.withCursor(over: table) { cursor in
        var deleted = 0
        while try cursor.move(.next) {
          if deleted < 10_000 { deleted += try cursor.deleteCurrent() ? 1 : 0 }
        }
      }
    }
    #expect(try environment.count(table) == 30_000)
    _ = try environment.verify()
  }

  @Test func `a cleared table keeps its handle, and can be used again`() throws {
    try environment.put("k", "v", in: table)
    try environment.write { transaction in
      try transaction.deleteAll(in: table)
      try transaction.put("new", "v", in: table)
    }
    #expect(try environment.rows(table) == ["new=v"])
    #expect(try environment.tableNames() == ["t"])
  }

  @Test func `a table's name is checked before LMDB sees it`() throws {
    expect(.keyEmpty) { _ = try environment.table("") }
    expect(.badValueSize) { _ = try environment.table(String(repeating: "x", count: 512)) }
    expect(.badValueSize) { _ = try environment.table("a\0b") }
    let longest = try environment.table(String(repeating: "x", count: 511))
    try environment.put("k", "v", in: longest)
    _ = try environment.table("Größe/ключ")
    #expect(try environment.tableNames().count == 3)
  }
}
