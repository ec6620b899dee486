import LodeLMDB
import LodeTestSupport
import Testing

/// LMDB puts a long value on pages of its own, right behind the header of the first: bytes that lie
/// there are LMDB's, for a copy would lie anywhere.
@Suite("Reads lend LMDB's own bytes")
struct BorrowTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table
  let pageSize: UInt

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
    pageSize = UInt(try environment.info().pageSize)
    let long = [UInt8](repeating: 7, count: 10_000)
    try environment.write { transaction in
      try transaction.put(long.span, forKey: "long".bytes.span, in: table)
    }
  }

  /// Where bytes lie; `nil` where there are none.
  private func address(_ bytes: Span<UInt8>?) -> UInt? {
    guard let bytes else { return nil }
    return unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func `get copies nothing: two reads of a snapshot are lent the same bytes in the map`()
    throws
  {
    let key = "long".bytes
    try environment.read { one in
      try environment.read { other in
        guard let first = try one.get(key.span, in: table),
          let second = try other.get(key.span, in: table)
        else { throw Stop() }
        #expect(address(first) == address(second))
        #expect(address(first).map { $0 % pageSize } == 16)
      }
    }
  }

  @Test func `cursors and ranges copy nothing either`() throws {
    let key = "long".bytes
    try environment.read { transaction in
      let got = address(try transaction.get(key.span, in: table))
      var moved: UInt?
      try transaction.withCursor(over: table) { cursor in
        if let entry = try cursor.next() { moved = address(entry.value) }
      }
      var visited: UInt?
      try transaction.forEach(in: table) {
        visited = address($0.value)
        return true
      }
      #expect(got != nil && moved == got && visited == got)
    }
  }

  @Test func `a write reads its own pages, and a reserved value is written where it stays`() throws
  {
    try environment.write { transaction in
      var written: UInt?
      try transaction.put(count: 20_000, forKey: "new".bytes.span, in: table) { output in
        output.append(1)
        written = address(output.span)
      }
      let read = address(try transaction.get("new".bytes.span, in: table))
      #expect(read != nil && read == written)
    }
  }
}
