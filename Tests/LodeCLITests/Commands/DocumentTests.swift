import Foundation
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

@Suite("The tool works on documents")
struct DocumentToolTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func documents<R>(_ body: (StoreDocuments) throws -> R) throws -> R {
    let store = try Store(place.store)
    defer { store.close() }
    return try body(store.documents("t"))
  }

  @Test
  func `objects that are put or imported are documents with times, and print as they are read`()
    throws
  {
    let object = #"{"a":[1,{"b":null}],"n":1.5,"t":"x"}"#
    _ = try lode("put", place.store, "t", "1", object)
    let file = try place.file(
      "a.jsonl", #"{"id":2,"$odd":{"$uuid":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}}"#)
    let odd = try lode("import", place.store, "t", file, "--key", "id")
    #expect(odd.status == 1 && odd.errors.contains("line 1: "))
    let exact = #"{"id":2,"who":{"$uuid":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}}"#
    _ = try lode("import", place.store, "t", "-", "--key", "id", input: exact)
    #expect(try lode("export", place.store, "t").lines == [object, exact])
    #expect(try lode("get", place.store, "t", "2").output == exact + "\n")
    try documents { documents throws -> Void in
      #expect(try documents.get(1)?["n"] == 1.5)
      #expect(try documents.get(2)?["who"]?.uuid != nil)
      #expect(try documents.fetch().allSatisfy { $0.times.created != nil })
    }
  }

  @Test func `JSON text that an earlier version stored is read and printed`() throws {
    _ = try lode("put", place.store, "t", "1", #"{"a": 1}"#, "--type", "json")
    _ = try lode("put", place.store, "t", "2", #"{"a": 2}"#)
    #expect(try lode("export", place.store, "t").lines == [#"{"a": 1}"#, #"{"a":2}"#])
    #expect(try lode("put", place.store, "t", "1", #"{"a": 1}"#).output == "updated\n")
    #expect(try documents { try $0.get(1)?.fields } == ["a": 1])
  }

  @Test(arguments: ["jsonl", "json", "plist", "bplist"])
  func `what was exported in any format is imported as the same`(_ format: String) throws {
    try documents { documents throws -> Void in
      try documents.put(["name": "Rex", "age": 3, "isOld": true], forKey: 1)
      try documents.put(["name": "Tom", "data": .data(Data([0, 255]))], forKey: "x")
    }
    // Standard input of the tests is text; a file carries bytes.
    let path = place.directory.file("out")
    let text = try lode("export", place.store, "t", "--format", format, "--key", "Id")
    if format == "bplist" {
      let data = try documents { documents in
        try documents.store.read { try $0.documents("t").exportPropertyList(format: .binary) }
      }
      try data.write(to: URL(fileURLWithPath: path))
    } else {
      try Data(text.output.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(text.status == 0, "\(text)")
    let run = try lode("import", place.store, "u", path, "--key", "Id", "--format", format)
    #expect(run.output.hasPrefix("imported 2 rows into u (2 new"), "\(run)")
    let again = try lode("export", place.store, "u", "--format", format)
    #expect(again.output == text.output || format == "bplist")
  }

  @Test
  func `a property list is known by its name, and UUIDs in upper case are keys as UUIDs`() throws {
    let id = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    let file = try place.file(
      "users.plist",
      "<plist><array><dict><key>Id</key><string>\(id)</string></dict></array></plist>")
    _ = try lode("import", place.store, "t", file, "--key", "Id")
    #expect(try lode("keys", place.store, "t").output == "{\"uuid\":\"\(id.lowercased())\"}\n")
    let bad = try lode("import", place.store, "t", try place.file("b.plist", "<plist>"))
    #expect(bad.status == 1 && bad.errors.contains("Nothing was imported"))
  }

  @Test func `partitions keep their rows apart, and keys show them`() throws {
    for name in ["ada", "bob"] {
      _ = try lode("put", place.store, "t", "1", "{\"of\":\"\(name)\"}", "--partition", name)
    }
    _ = try lode("put", place.store, "t", "1", "{}")
    _ = try lode("import", place.store, "t", "-", "--partition", "ada", input: "{\"n\":1}")
    #expect(try lode("partitions", place.store, "t").lines == ["ada", "bob"])
    #expect(
      try lode("keys", place.store, "t").lines
        == [
          "1", #"[{"partition":"ada"},1]"#, #"[{"partition":"ada"},2]"#,
          #"[{"partition":"bob"},1]"#,
        ])
    #expect(
      try lode("get", place.store, "t", "1", "--partition", "bob").output == "{\"of\":\"bob\"}\n")
    #expect(
      try lode("get", place.store, "t", #"[{"partition":"bob"},1]"#).output == "{\"of\":\"bob\"}\n")
    #expect(
      try lode("export", place.store, "t", "--partition", "ada", "--from", "2").lines == [
        "{\"n\":1}"
      ])
    #expect(try lode("scan", place.store, "t", "--partition", "ada").lines.count == 2)
    #expect(try lode("keys", place.store, "t", "--partition", "none").output.isEmpty)
    #expect(
      try lode("export", place.store, "t", "--partition", "ada", "--key", "k").lines.last
        == "{\"k\":2,\"n\":1}")
    #expect(try lode("delete", place.store, "t", "1", "--partition", "ada").status == 0)
    #expect(try lode("get", place.store, "t", "1", "--partition", "ada").status == 1)
    #expect(try documents { try $0.count } == 1)
  }
}
