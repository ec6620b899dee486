import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("The worked example of Docs/Format/LMDBFile.md is a sound environment")
struct GoldenFileTests {
  @Test
  func `its bytes are what the check and LMDB take for the value hi under the key k`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("data.mdb")
    let bytes = try exampleBytes()
    try Data(bytes).write(to: path)
    let report = try FileCheck.full(path: path)
    #expect(report.quick.pageSize == 256)
    #expect(report.quick.mapSize == 1 << 20)
    #expect(report.quick.lastPage == 2)
    #expect(report.quick.lastTransaction == 1)
    #expect(!report.quick.isShort)
    #expect(report.mainTable.entries == 1)
    #expect(report.usedPages == 1)
    #expect(report.freePages == 0)
    #expect(report.leakedPages == 0)
    try RawEnvironment(path: path).write { txn in
      let value = try txn.value(try txn.table(nil), Array("k".utf8))
      #expect(value == Array("hi".utf8))
    }
  }

  /// Reads the lines of the page's last block: an offset, 16 bytes, and a remark.
  private func exampleBytes() throws -> [UInt8] {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Docs/Format/LMDBFile.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```").dropLast().last)
    var bytes = [UInt8](repeating: 0, count: 3 * 256)
    for line in block.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let offset = try #require(Int(fields[0], radix: 16))
      for index in 0..<16 {
        bytes[offset + index] = try #require(UInt8(fields[1 + index], radix: 16))
      }
    }
    return bytes
  }
}
