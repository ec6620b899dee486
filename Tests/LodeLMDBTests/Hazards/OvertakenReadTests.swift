import LodeLMDB
import LodeTestSupport
import Synchronization
import Testing

@Suite("A read that commits overtake while it begins")
struct OvertakenReadTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  private static func write(_ environment: Environment, _ table: Table) throws {
    try environment.write { transaction in
      let number = transaction.id
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      try transaction.put(bytes.span, forKey: "r".bytes.span, in: table)
    }
  }

  /// The commit that last wrote the row, as a snapshot has it.
  private static func written(_ handle: TransactionHandle, _ table: Table) throws -> UInt64 {
    guard let bytes = try handle.get("r".bytes.span, in: table) else { return 0 }
    var number: UInt64 = 0
    for index in bytes.indices { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  /// Many more threads than processors, and nearly nothing but beginnings.
  @Test func `H35 sees no commit before it is done, and what one read saw the next one sees`()
    throws
  {
    let isDone = Atomic(false)
    try Worker.together(64) { [environment, table] index in
      if index == 0 {
        defer { isDone.store(true, ordering: .relaxed) }
        for _ in 0..<150 { try Self.write(environment, table) }
        return
      }
      let handle = try environment.beginRead()
      defer { environment.endRead(handle) }
      var last: UInt64 = 0
      while !isDone.load(ordering: .relaxed) {
        handle.reset()
        try handle.renew()
        let written = try Self.written(handle, table)
        if written > handle.id || written < last { throw Stop() }
        last = written
      }
    }
  }
}
