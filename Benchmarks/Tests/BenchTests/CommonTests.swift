import BenchHarness
import Coders
import Common
import Foundation
import Testing

@testable import PackageIndex
@testable import Tour

@Suite("The default run")
struct CommonTests {
  @Test func `every common workload measures every peer and compares their answers`() async throws {
    for workload in try commonWorkloads(objects: 1_000, try index()) {
      let found = try await measure(workload)
      let engines = Set(found.map(\.engine))
      let isSearch = workload.name == "search"
      #expect(
        engines == Set(CommonPeer.allCases.filter { !isSearch || $0 != .lmdb }.map(\.rawValue)))
      #expect(found.allSatisfy { $0.samples.allSatisfy { $0 > 0 } })
    }
  }

  @Test func `every question of the tour gets the answer that a plain loop finds`() async throws {
    let descriptions = """
      {"Package":"a","Language":"en","Title":"Embedded database","Text":"No server."}
      {"Package":"b","Language":"en","Title":"An embedded database","Text":"for programs"}
      {"Package":"b","Language":"ja","Title":"組み込みデータベース","Text":""}
      {"Package":"b","Language":"zh_CN","Title":"一个数据库文件","Text":""}
      """
    let path = FileManager.default.temporaryDirectory.path + "/descriptions-\(UUID())"
    try Data(descriptions.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let found = try await measure(TourWorkload(try index(), descriptions: path, limit: 100))
    let answers = Dictionary(uniqueKeysWithValues: found.map { ($0.measure, $0.answer ?? "") })
    #expect(answers["Section = 'games'"] == "2")
    #expect(answers["\"Installed-Size\" > 1000000"] == "1")
    #expect(answers["grouped by Priority"] == "optional 3, required 1")
    #expect(answers["データベース, counted"] == "1")
    #expect(
      answers["embedded database NOT server, counted where Language = 'en'"] == "1")
    #expect(answers.values.count { !$0.isEmpty } == 15)
  }

  @Test func `the last record of a package is the one that counts, and its sizes are numbers`()
    throws
  {
    let index = try index()
    #expect(index.records.map(\.package) == ["g", "bash", "h", "e"])
    let lines = String(decoding: index.json, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].contains(#""Installed-Size":2000000"#) && lines[0].contains(#""Version":"2""#))
  }

  private func index() throws -> PackageIndex {
    func record(_ name: String, _ version: Int, _ section: String, _ size: Int, _ rest: String)
      -> String
    {
      """
      Package: \(name)
      Version: \(version)
      Architecture: amd64
      Section: \(section)
      Priority: \(name == "bash" ? "required" : "optional")
      Maintainer: \(section == "games" ? "Debian Games Team" : "Somebody")
      Installed-Size: \(size)
      Size: 7
      Description: \(rest)

      """
    }
    let text = [
      record("g", 1, "games", 5, "old"), record("bash", 1, "shells", 6_000, "a shell"),
      record("g", 2, "games", 2_000_000, "new"), record("h", 1, "games", 50, "small"),
      record("e", 1, "editors", 70, "more\n lines"),
    ].joined(separator: "\n")
    return try PackageIndex(Array(text.utf8), limit: .max)
  }

  private func measure(_ workload: any Workload) async throws -> [BenchHarness.Measurement] {
    let directory = FileManager.default.temporaryDirectory.path + "/common-\(UUID())"
    try makeEmptyDirectory(directory)
    defer { try? removeDirectory(directory) }
    let record = Record(progress: ProgressLine())
    var sizes = Sizes.smoke
    sizes.rounds = 1
    try await workload.run(peers: [], sizes: sizes, directory: directory, record: record)
    return record.measurements
  }
}
