import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("The quick check accepts what LMDB writes and refuses what opening could not survive")
struct QuickCheckTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("data.mdb") }

  init() throws { directory = try TemporaryDirectory() }

  @Test("A new environment, still without a commit, is accepted")
  func newEnvironment() throws {
    _ = try RawEnvironment(path: path)
    let report = try FileCheck.quick(path: path)
    #expect(report.lastTransaction == 0)
    #expect(report.lastPage == 1)
    #expect(report.mainEntries == 0)
    #expect(report.mapSize == 1 << 28)
  }

  @Test("An environment that is open and was written to is accepted")
  func openEnvironment() throws {
    let environment = try RawEnvironment(path: path)
    for round in 1...5 {
      try environment.write { txn in
        let table = try txn.table("people")
        for i in 0..<200 { try txn.put(table, Array("\(round)-\(i)".utf8), [1, 2, 3]) }
      }
      let report = try FileCheck.quick(path: path)
      #expect(report.lastTransaction == UInt64(round))
      #expect(report.mainEntries == 1)
    }
  }
}
