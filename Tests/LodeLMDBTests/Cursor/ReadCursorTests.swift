import LodeLMDB
import LodeTestSupport
import Testing

@Suite("A reading cursor")
struct ReadCursorTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
    try environment.write { transaction in
      for key in ["b", "d", "f"] { try transaction.put(key, "\(key)!", in: table) }
    }
  }

  /// Runs moves on a fresh cursor, and returns the rows they end on.
  private func walk(_ moves: (inout ReadCursor) throws -> String?...) throws -> [String?] {
    try environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        var rows: [String?] = []
        for move in moves { rows.append(try move(&cursor)) }
        return rows
      }
    }
  }

  @Test func `cursor positioning: first, last, next, previous, current`() throws {
    #expect(
      try walk(
        { try $0.move(.first)?.text }, { try $0.next()?.text }, { try $0.move(.current)?.text },
        { try $0.move(.next)?.text }, { try $0.previous()?.text }, { try $0.move(.last)?.text })
        == ["b=b!", "d=d!", "d=d!", "f=f!", "d=d!", "f=f!"])
  }

  @Test func `cursor positioning: from nowhere, next is the first and previous the last`() throws {
    #expect(try walk({ try $0.move(.current)?.text }, { try $0.next()?.text }) == [nil, "b=b!"])
    #expect(try walk({ try $0.previous()?.text }, { try $0.previous()?.text }) == ["f=f!", "d=d!"])
  }

  @Test func `cursor positioning: past the ends there is nothing, and the cursor stays`() throws {
    #expect(
      try walk(
        { try $0.move(.last)?.text }, { try $0.next()?.text }, { try $0.next()?.text },
        { try $0.move(.current)?.text }, { try $0.previous()?.text })
        == ["f=f!", nil, nil, "f=f!", "d=d!"])
    #expect(
      try walk(
        { try $0.move(.first)?.text }, { try $0.previous()?.text },
        { try $0.move(.current)?.text }, { try $0.next()?.text })
        == ["b=b!", nil, "b=b!", "d=d!"])
  }

  @Test(
    arguments: [
      ("a", nil, "b", nil), ("b", "b", "b", nil), ("c", nil, "d", "b"), ("d", "d", "d", "b"),
      ("f", "f", "f", "d"), ("g", nil, nil, "f"), ("b!", nil, "d", "b"),
    ] as [(String, String?, String?, String?)])
  func `cursor positioning: seek exactly, at least, less than`(
    _ bound: String, _ exactly: String?, _ atLeast: String?, _ lessThan: String?
  ) throws {
    let key = bound.bytes
    #expect(
      try walk(
        { try $0.seek(key.span)?.text }, { try $0.seek(atLeast: key.span)?.text },
        { try $0.seek(lessThan: key.span)?.text })
        == [exactly, atLeast, lessThan].map { $0.map { "\($0)=\($0)!" } })
  }

  @Test func `cursor positioning: a seek that finds nothing leaves the cursor nowhere`() throws {
    let missing = "c".bytes
    let above = "x".bytes
    #expect(
      try walk(
        { try $0.seek(missing.span)?.text }, { try $0.move(.current)?.text },
        { try $0.next()?.text }, { try $0.seek(atLeast: above.span)?.text },
        { try $0.previous()?.text })
        == [nil, nil, "b=b!", nil, "f=f!"])
  }

  @Test func `cursor positioning: in an empty table there is nothing anywhere`() throws {
    try environment.write { transaction in try transaction.deleteAll(in: table) }
    let key = "k".bytes
    #expect(
      try walk(
        { try $0.move(.first)?.text }, { try $0.move(.last)?.text }, { try $0.next()?.text },
        { try $0.previous()?.text }, { try $0.move(.current)?.text },
        { try $0.seek(key.span)?.text }, { try $0.seek(atLeast: key.span)?.text },
        { try $0.seek(lessThan: key.span)?.text })
        == Array(repeating: nil, count: 8))
  }

  @Test func `entries stay valid when the cursor has moved on`() throws {
    try environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        guard let entry = try cursor.move(.first) else { throw Stop() }
        _ = try cursor.move(.last)
        let text = entry.text
        #expect(text == "b=b!")
      }
    }
  }

  @Test func `many cursors in one transaction do not disturb each other`() throws {
    try environment.read { transaction in
      try transaction.withCursor(over: table) { up in
        try transaction.withCursor(over: table) { down in
          var seen: [String?] = []
          for _ in 0..<3 {
            seen.append(try up.next()?.text)
            seen.append(try down.previous()?.text)
          }
          #expect(seen == ["b=b!", "f=f!", "d=d!", "d=d!", "f=f!", "b=b!"])
        }
      }
    }
  }
}
