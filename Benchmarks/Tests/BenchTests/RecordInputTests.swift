import BenchHarness
import Foundation
import Testing

@testable import PackageIndex

@Suite("Record input")
struct RecordInputTests {
  @Test("Stanzas become JSON objects with all fields, continuation lines included")
  func stanzas() throws {
    let text = "Package: a\nVersion: 1\nTag: x,\n y \"z\"\n\nPackage: b\nVersion: 2\n"
    let rows = try RecordInput(Array(text.utf8), origin: "test").rows
    #expect(rows.count == 2)
    let first = try JSONDecoder().decode([String: String].self, from: data(rows, 0))
    #expect(first == ["Package": "a", "Version": "1", "Tag": "x,\n y \"z\""])
  }

  @Test("Records with the same name and version stay apart")
  func duplicates() throws {
    let text = "Package: a\nVersion: 1\n\nPackage: a\nVersion: 1\n"
    #expect(try RecordInput(Array(text.utf8), origin: "test").rows.count == 2)
  }

  @Test("JSON lines are taken as they are")
  func lines() throws {
    let rows = try RecordInput(Array("{\"a\":1}\n{\"b\":2}\n".utf8), origin: "test").rows
    #expect(rows.count == 2)
    #expect(data(rows, 1) == Data("{\"b\":2}".utf8))
  }

  @Test("An empty file is refused")
  func empty() {
    #expect(throws: BenchFailure.self) { try RecordInput([], origin: "test") }
  }

  private func data(_ rows: Rows, _ index: Int) -> Data {
    let value = rows.value(index)
    return Data((0..<value.count).map { value[$0] })
  }
}
