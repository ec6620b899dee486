import Foundation
import LodeCoding
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

@testable import LodeCLI

/// A store from a stranger could clear the terminal, change its title, and reorder what a user
/// reads before a deletion.
@Suite struct `Text of a store never controls the terminal` {
  let place: Workplace

  /// A control character, C1 characters, bidirectional characters, and line breaks.
  static let hostile =
    "a\u{1B}[2J\u{7F}\u{9B}1m\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\r\n\tz"
  static let escaped =
    #"a\u001b[2J\u007f\u009b1m\u0085\u202e\u2066\u200f\u061c\u2028\u000d\u000a\u0009z"#

  init() throws {
    place = try Workplace()
    let store = try Store(place.store)
    defer { store.close() }
    try store[Self.hostile].put(Self.hostile, forKey: Self.hostile)
    try store[Self.hostile].put(JSONText("{\t\"\(Self.safe)\":\n1}"), forKey: Key(Self.hostile, 2))
    let documents = store.documents("doc" + Self.hostile)
    try documents.put([Self.hostile: .string(Self.hostile)], forKey: Self.hostile)
    try documents.put(["text": .string("word \(Self.hostile)")], forKey: "plain")
    try store.createIndex(
      IndexDefinition("text", name: "index" + Self.hostile), on: "doc" + Self.hostile)
  }

  /// A text that JSON may have without escapes.
  private static let safe = "\u{9B}\u{202E}"

  /// The characters of an output that no console may show.
  private func controls(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.isInvisibleControl && $0 != "\n" }
  }

  private func isJSON(_ line: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)) != nil
  }

  @Test(arguments: [
    ["collections"], ["stats"], ["verify"], ["schema"], ["keys", "*"], ["scan", "*"],
    ["export", "*"], ["dump"], ["query", "doc*"], ["scan", "doc*"], ["keys", "doc*"],
    ["export", "doc*"], ["export", "doc*", "--key", "a\u{202E}"], ["index", "doc*", "list"],
    ["query", "doc*", "--select", "text"], ["query", "doc*", "--group", "text"],
    ["query", "doc*", "text = 'x'", "--explain"], ["get", "*", "*"], ["get", "doc*", "*"],
  ])
  func `output for people and JSON have escapes`(command: [String]) throws {
    var words = command.map { $0.replacing("*", with: Self.hostile) }
    words.insert(place.store, at: 1)
    let run = try lode(words)
    #expect(run.status == 0, "\(run)")
    #expect(controls(in: run.output) == [], "\(run)")
    let json = try lode(words + ["--json"])
    #expect(json.status == 0, "\(json)")
    #expect(controls(in: json.output) == [], "\(json)")
    if !command.contains("--explain") {
      for line in json.lines { #expect(isJSON(line), "\(line)") }
    }
  }

  @Test func `escapes keep the meaning of values and keys`() throws {
    let value = try lode("get", place.store, Self.hostile, Self.hostile).output
    let text = try JSONDecoder().decode(String.self, from: Data(value.utf8))
    #expect(text.unicodeScalars.elementsEqual(Self.hostile.unicodeScalars))
    let keys = try lode("keys", place.store, Self.hostile).lines
    let key = try #require(keys.first)
    #expect(try lode("get", place.store, Self.hostile, key).output == value)
    let collections = try lode("collections", place.store).output
    #expect(collections.contains(Self.escaped), "\(collections)")
  }

  @Test(arguments: [
    ["get", "none*", "1"], ["get", "doc*", "none*"], ["query", "doc*", "*"],
    ["query", "doc*", "none = '*"], ["query", "doc*", "`*` = 1"], ["search", "doc*", "(*"],
    ["index", "doc*", "drop", "none*"], ["import", "doc*", "/none*"], ["*", "doc*"],
    ["scan", "doc*", "--limit", "*"], ["delete", "doc*", "--where", "`no*` = 1"],
  ])
  func `error messages have escapes and one line`(command: [String]) throws {
    var words = command.map { $0.replacing("*", with: Self.hostile) }
    words.insert(place.store, at: 1)
    let run = try lode(words)
    #expect(run.status != 0, "\(run)")
    #expect(controls(in: run.errors) == [] && controls(in: run.output) == [], "\(run)")
    #expect(run.lines.count + run.errors.split(separator: "\n").count == 1, "\(run)")
  }

  /// A name of a megabyte in an error filled the terminal.
  @Test(arguments: [
    ["get", "*", "1"], ["get", "long", "["], ["get", "long", "[*"], ["query", "long", "*"],
    ["query", "long", "`*` = 1"], ["query", "long", "x = :*"], ["search", "long", "{*}: x"],
    ["query", "long", "x = 1", "--param", "*=1"],
    ["delete", "long", "--where", "`*` = 1"], ["index", "long", "drop", "*"],
    ["import", "long", "/none/*"],
  ])
  func `error messages quote at most 200 characters`(command: [String]) throws {
    let store = try Store(place.store)
    try store.documents("long").put(["number": 1], forKey: 1)
    store.close()
    let long = String(repeating: "word", count: 5_000)
    var words = command.map { $0.replacing("*", with: long) }
    words.insert(place.store, at: 1)
    let run = try lode(words)
    #expect(run.status != 0, "\(run)")
    // Some messages quote two names.
    #expect(run.errors.count < 800, "\(run)")
  }

  @Test func `a dump with escapes loads as the same store`() throws {
    let dump = try lode("dump", place.store)
    let copy = place.directory.file("copy.lode")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy).output == dump.output)
    let rows = try [place.store, copy].map { path in
      let store = try Store(path)
      defer { store.close() }
      return try store[Self.hostile].rows().map(\.bytes)
    }
    #expect(rows[0] == rows[1])
  }

  @Test func `a property list has character references`() throws {
    let text = "a\u{9B}\u{202E}\u{2028}\n<&>"
    let store = try Store(place.store)
    try store.documents("list").put(["text": .string(text)], forKey: 1)
    store.close()
    let list = try lode("export", place.store, "list", "--format", "plist")
    #expect(controls(in: list.output).allSatisfy { $0 == "\t" }, "\(list)")
    let file = try place.file("list.plist", list.output)
    #expect(try lode("import", place.store, "again", file).status == 0)
    let again = try Store(place.store)
    defer { again.close() }
    let found = try #require(try again.documents("again").fetch().first?.fields["text"])
    #expect(found == .string(text))
  }

  @Test func `snippets have spaces and escapes`() throws {
    #expect(
      try lode("index", place.store, "doc" + Self.hostile, "add", "--search", "text").status == 0)
    let run = try lode("search", place.store, "doc" + Self.hostile, "word")
    #expect(run.lines.count == 1 && controls(in: run.output) == [], "\(run)")
    #expect(run.output.contains(#"\u202e"#), "\(run)")
  }
}
