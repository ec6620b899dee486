import LodeLMDB
import LodeTestSupport
import Testing

@Suite("An environment")
struct EnvironmentTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `keeps what was written after it is closed and opened again`() throws {
    do {
      let environment = try Environment(path: directory.file("a/b/store"))
      let table = try environment.table("people")
      try environment.write { transaction in
        for i in 0..<1000 {
          let key = Array("key\(i)".utf8)
          let value = Array("value\(i)".utf8)
          try transaction.put(value.span, forKey: key.span, in: table)
        }
      }
      environment.close()
    }
    let environment = try Environment(path: directory.file("a/b/store"))
    let table = try environment.table("people", create: false)
    try environment.read { transaction in
      let rows = try transaction.count(table)
      #expect(rows == 1000)
      let key = Array("key7".utf8)
      var value: [UInt8] = []
      if let bytes = try transaction.get(key.span, in: table) { value = Array(copying: bytes) }
      #expect(value == Array("value7".utf8))
      var cursor = try transaction.cursor(over: table)
      var count = 0
      while let entry = try cursor.next() { count += entry.key.isEmpty ? 0 : 1 }
      #expect(count == 1000)
      count = 0
      while try cursor.previous() != nil { count += 1 }
    }
  }

  @Test func `a savepoint that throws undoes only itself`() throws {
    struct Stop: Error {}
    let environment = try Environment(path: directory.file("s"))
    let table = try environment.table("t")
    let first: [UInt8] = [1]
    let second: [UInt8] = [2]
    let third: [UInt8] = [3]
    let rows = try environment.write { transaction in
      try transaction.put(first.span, forKey: first.span, in: table)
      do {
        try transaction.savepoint { inner in
          try inner.put(second.span, forKey: second.span, in: table)
          throw Stop()
        }
      } catch is Stop {}
      try transaction.put(third.span, forKey: third.span, in: table)
      return try transaction.count(table)
    }
    #expect(rows == 2)
  }
}
