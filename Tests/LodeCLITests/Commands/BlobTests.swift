import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("The tool has blobs as their bytes, and counts them")
struct BlobTests {
  let place: Workplace
  private let blob = Blob(Data(repeating: 65, count: 6000))

  init() throws {
    place = try Workplace()
    let store = try Store(place.store)
    defer { store.close() }
    for key in 1...3 {
      try store.documents("pets").put(["name": "Rex", "photo": .blob(blob)], forKey: key)
    }
  }

  @Test func `a dump has the bytes, and a store that loads it shares them again`() throws {
    let dump = try lode("dump", place.store)
    #expect(dump.output.contains(blob.data.base64EncodedString()))
    let copy = place.directory.file("copy")
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    #expect(try lode("dump", copy) == dump)
    #expect(try lode("verify", copy).status == 0)
    let store = try Store(copy)
    #expect(try store.blobs().map(\.references) == [3])
    #expect(try store.documents("pets").get(2)?["photo"]?.blob == blob)
  }

  @Test func `export, import, get and scan have the bytes too`() throws {
    let json = try lode("export", place.store, "pets").output
    let copy = place.directory.file("copy")
    let file = try place.file("pets.jsonl", json)
    #expect(try lode("import", copy, "pets", file).status == 0)
    let store = try Store(copy)
    #expect(try store.blobs().map(\.references) == [3])
    store.close()
    let row = try lode("get", place.store, "pets", "1", "--blobs").output
    #expect(row.contains(#""photo":{"$blob":"\#(blob.data.base64EncodedString())"}"#))
    #expect(try lode("get", place.store, "pets", "1", "--json").output.contains(row.dropLast()))
  }

  /// A photo of some megabytes used to fill the terminal.
  @Test func `get shows blobs and data of more than 1,000 bytes as their sizes`() throws {
    #expect(
      try lode("get", place.store, "pets", "1").lines == [#"{"name":"Rex","photo":"<6.0 kB>"}"#])
    let store = try Store(place.store)
    try store["raw"].put(Data(repeating: 1, count: 200_000), forKey: 1)
    try store["raw"].put(Data([1, 2]), forKey: 2)
    try store.documents("pets").put(
      ["all": [.blob(Blob([1])), .blob(blob), .data(Data(count: 1001)), .data(Data(count: 3))]],
      forKey: 4)
    store.close()
    #expect(try lode("get", place.store, "raw", "1").lines == [#""<200 kB>""#])
    #expect(try lode("get", place.store, "raw", "2").lines == [#"{"bytes":"0102"}"#])
    #expect(
      try lode("get", place.store, "pets", "4").lines == [
        #"{"all":[{"$blob":"AQ=="},"<6.0 kB>","<1.0 kB>",{"$data":"AAAA"}]}"#
      ])
    #expect(try lode("get", place.store, "raw", "1", "--blobs").output.contains("01010101"))
  }

  @Test func `stats tells how many there are, and rows that are deleted free them`() throws {
    #expect(try lode("stats", place.store).output.contains("1 of 6.0 kB with 3 references"))
    #expect(try lode("stats", place.store, "--json").output.contains(#""references":3"#))
    #expect(try lode("delete", place.store, "pets", "1").status == 0)
    #expect(try lode("put", place.store, "pets", "2", "text").status == 0)
    #expect(try lode("stats", place.store, "--json").output.contains(#""references":1"#))
    let compact = place.directory.file("compact")
    #expect(try lode("copy", place.store, compact, "--compact").status == 0)
    #expect(try lode("verify", compact).status == 0)
    #expect(try lode("delete", place.store, "pets", "3").status == 0)
    #expect(
      try lode("stats", place.store).lines.contains { $0.hasPrefix("Blobs") && $0.hasSuffix(" 0") })
    #expect(try lode("verify", place.store).status == 0)
  }
}
