import Foundation
import LodeTestSupport
import Testing

@Suite("The tour of the package index")
struct TourTests {
  /// Records as `Benchmarks/records` prints them.
  private func records() -> String {
    let sections = ["games", "editors", "shells", "database", "debug", "libs"]
    return (0..<600).map { number in
      let section = sections[number % sections.count]
      let priority = number % 60 == 2 ? "required" : "optional"
      let maintainer = number % 4 == 0 ? "Debian Games Team" : "Maintainer \(number % 7)"
      return
        #"{"Package":"\#(section)-\#(number)","Version":"1.\#(number)","Installed-Size":\#(number * number * 10),"#
        + #""Maintainer":"\#(maintainer) <\#(number % 7)@lists.debian.org>","Section":"\#(section)","#
        + #""Priority":"\#(priority)","Depends":"libc6, libsqlite3-0","Description":"About PostgreSQL"}"#
    }.joined(separator: "\n")
  }

  /// Descriptions as `Benchmarks/records --descriptions` prints them.
  private let descriptions = """
    {"Package":"ql","Language":"en","Title":"embedded database","Text":"A database in Go."}
    {"Package":"sqld","Language":"en","Title":"database server","Text":"Not embedded."}
    {"Package":"kdenlive","Language":"en","Title":"editor","Text":"A non-linear video editing suite."}
    {"Package":"ql","Language":"ja","Title":"組み込みデータベース","Text":"Go 用のデータベースです。"}
    {"Package":"ql","Language":"zh_CN","Title":"嵌入式数据库","Text":"用于 Go 的数据库。"}
    """

  /// The guide's commands, without the prompt and the output.
  private func commands() throws -> [String] {
    let guide = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Docs/Guides/Tour.md").standardized
    return try String(contentsOf: guide, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("    $ lode ") }.map { String($0.dropFirst("    $ lode ".count)) }
  }

  /// The words of a command as a shell takes them apart.
  private func words(_ command: String) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in command.replacingOccurrences(of: "\\\"", with: "\u{1}") {
      switch (character, quote) {
      case (let character, let open?) where character == open: quote = nil
      case ("'", nil), ("\"", nil): (word, quote) = (word ?? "", character)
      case (" ", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + (character == "\u{1}" ? "\"" : String(character))
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  @Test func `every command of the guide works on records like those of the index`() throws {
    let place = try Workplace()
    let file = try place.file("packages.jsonl", records())
    let texts = try place.file("descriptions.jsonl", descriptions)
    let commands = try commands()
    #expect(commands.count(where: { $0.hasPrefix("query") }) >= 12)
    #expect(commands.count(where: { $0.hasPrefix("search") }) >= 5)
    for command in commands {
      let arguments = words(command).map {
        [
          "packages.lode": place.store, "packages.jsonl": file, "descriptions.jsonl": texts,
          "backup.lode": place.directory.file("backup.lode"),
        ][$0] ?? $0
      }
      let run = try lode(arguments)
      #expect(run.status == 0 && !run.output.isEmpty, "\(command): \(run)")
    }
  }
}
