import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("archives are shown, dumped and loaded without the types that wrote them")
struct ArchiveTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Archives of each kind among plain values.
  private func fill() throws {
    let store = try Store(place.store)
    defer { store.close() }
    try store.write { transaction in
      let rows = transaction["mixed"]
      try rows.put(Address("St James's \"Square\"\n", number: 12), forKey: 1, metadata: [7])
      try rows.put(Address("", number: nil), forKey: 2)
      try rows.put(Expression.not(.number(.nan)), forKey: 3)
      let (grace, alan) = (Manager("Grace"), Employee("Alan"))
      (grace.friend, alan.friend) = (alan, grace)
      try rows.put(grace as Employee, forKey: 4)
      alan.friend = nil
      try rows.put(codable: Settings(theme: "dark", sizes: ["h1": 2.5]), forKey: 5)
      try rows.put(codable: Settings(), forKey: 6)
      try rows.put(["a": [1, 2], "b": []], forKey: 7)
      try rows.put("plain", forKey: 8)
      try rows.put(JSONText(#"{"*Address":{}}"#), forKey: 9)
      try rows.putBytes([1, 1, 99, 0x11].span, type: .archive, forKey: 10)
      try transaction["others"].put([Address("x", number: 1)], forKey: "list")
    }
  }

  private static let shown = [
    #"{"*Address":{"number":12,"street":"St James's \"Square\"\n"}}"#,
    #"{"*Address":{"number":null,"street":""}}"#,
    #"{"*Expression.not":{"_0":{"*Expression.number":{"_0":"nan"}}}}"#,
    #"{"*Manager#1":{"level":1,"**Employee":{"friend":{"*Employee":{"friend":"*Manager#1","name":"Alan"}},"name":"Grace"}}}"#,
    #"{"*Settings":{"sizes":{"h1":2.5},"theme":"dark"}}"#,
    #"{"*Settings":{"sizes":{}}}"#,
    #"{"a":[1,2],"b":[]}"#,
    #""plain""#,
    #"{"*Address":{}}"#,
    #"{"bytes":"01016311"}"#,
  ]

  /// The same rows as `export` prints them.
  private static let exported =
    [
      #"{"number":12,"street":"St James's \"Square\"\n"}"#,
      #"{"number":null,"street":""}"#,
      #"{"not":{"_0":{"number":{"_0":{"$double":"nan"}}}}}"#,
      shown[3],
      #"{"sizes":{"h1":2.5},"theme":"dark"}"#,
      #"{"sizes":{}}"#,
    ] + shown[6...]

  @Test func `get prints an archive in one line, alone and in a document`() throws {
    try fill()
    for (index, value) in Self.shown.enumerated() {
      let key = "\(index + 1)"
      #expect(try lode("get", place.store, "mixed", key).lines == [value])
      let type =
        switch index {
        case 7: "string"
        case 8: "json"
        default: "archive"
        }
      let metadata = index == 0 ? "\"07\"" : "null"
      #expect(
        try lode("get", place.store, "mixed", key, "--json").output
          == "{\"key\":\(key),\"type\":\"\(type)\",\"value\":\(value),\"metadata\":\(metadata),\"revision\":1}\n"
      )
    }
  }

  @Test func `export and scan print archives among other values`() throws {
    try fill()
    #expect(try lode("export", place.store, "mixed").lines == Self.exported)
    #expect(
      try lode("scan", place.store, "mixed", "--json").lines
        == Self.shown.enumerated().map { "{\"key\":\($0 + 1),\"value\":\($1)}" })
    let scan = try lode("scan", place.store, "mixed", "--to", "2")
    #expect(scan.lines == ["1  " + Self.shown[0], "2  " + Self.shown[1]])
  }

  @Test func `what export prints of a model, import reads as a document`() throws {
    try fill()
    let line = try #require(try lode("export", place.store, "mixed", "--limit", "1").lines.first)
    let copy = place.directory.file("copy")
    #expect(try lode("import", copy, "c", "-", "--key", "number", input: line).status == 0)
    #expect(try lode("get", copy, "c", "12").lines == [line])
  }

  @Test
  func `a store with archives comes through a dump and a load; the schemas in use come along`()
    throws
  {
    try fill()
    let dump = try lode("dump", place.store)
    #expect(dump.status == 0)
    #expect(
      dump.lines.contains {
        $0.hasPrefix(#"{"key":2,"type":"archive","value":{"$archive":"object","root":{"#)
      })
    let copy = place.directory.file("copy")
    let loaded = try lode("load", copy, "-", input: dump.output)
    try #require(loaded.status == 0, "\(loaded)")
    #expect(try lode("dump", copy) == dump)
    #expect(try lode("export", copy, "mixed").lines == Self.exported)

    let store = try Store(copy)
    defer { store.close() }
    #expect(try store["mixed"].get(1, as: Address.self)?.number == 12)
    let grace = try #require(
      try store["mixed"].get(4, as: Employee.self, allowing: [Manager.self])
        as? Manager)
    #expect(grace.friend?.friend === grace)
    grace.friend?.friend = nil
    #expect(try store["mixed"].get(5, codable: Settings.self)?.theme == "dark")
    let original = try Store(place.store)
    defer { original.close() }
    #expect(Set(try store.schemas().map(\.schema)) == Set(try original.schemas().map(\.schema)))
  }

  @Test func `archives nested as deep as they may be are dumped so that they load`() throws {
    let store = try Store(place.store)
    var value = Expression.number(1)
    for _ in 1..<199 { value = .not(value) }
    try store["deep"].put(value, forKey: 1)
    store.close()
    let dump = try lode("dump", place.store)
    #expect(!dump.output.contains("\"hex\""))
    let copy = place.directory.file("copy")
    let loaded = try lode("load", copy, "-", input: dump.output)
    #expect(loaded.status == 0, "\(loaded)")
    #expect(try lode("dump", copy) == dump)
  }

  @Test(.tags(.random))
  func `archives with bytes that were changed never stop a dump, and what is dumped loads`() throws
  {
    try fill()
    var generator = SeededGenerator()
    let seed = generator.seed
    let store = try Store(place.store)
    let samples = try store["mixed"].rows().filter { $0.type == .archive }.map(\.bytes)
    try store.write { transaction in
      for number in 0..<2000 {
        var bytes = samples[number % samples.count]
        for _ in 0...number % 3 {
          bytes[Int.random(in: bytes.indices, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        try transaction["hostile"].putBytes(bytes.span, type: .archive, forKey: number)
      }
    }
    store.close()
    #expect(try lode("export", place.store, "hostile").lines.count == 2000, "seed \(seed)")
    let dump = try lode("dump", place.store)
    #expect(dump.status == 0, "seed \(seed)")
    let copy = place.directory.file("copy")
    let loaded = try lode("load", copy, "-", input: dump.output)
    #expect(loaded.status == 0, "seed \(seed): \(loaded.errors)")
    #expect(try lode("export", copy, "mixed").lines == Self.exported)
    // What cannot be read has schemas by numbers that are others in the copy; all else stays as it
    // is.
    let exact = dump.lines.filter { !$0.contains(",\"hex\":") }
    #expect(Set(try lode("dump", copy).lines).isSuperset(of: exact), "seed \(seed)")
  }

  @Test(arguments: [
    (#"{"$archive":"int8","root":300}"#, "not an archive"),
    (#"{"$archive":"nothing","root":1}"#, "not an archive"),
    (#"{"root":1}"#, "not an archive"), ("1", "not an archive"),
    (
      #"{"$archive":"object","root":{"$object":"P","version":1,"fields":[["a","int8","x"]]}}"#,
      "not an archive"
    ),
  ])
  func `an archive that is none is refused with its line and the reason`(
    _ value: String, _ reason: String
  ) throws {
    let dump = """
      {"lode":"dump","version":1}
      {"collection":"a","declared":false,"keys":"tuple"}
      {"key":1,"type":"archive","value":\(value)}
      {"end":true,"collections":1,"rows":1}
      """
    let run = try lode("load", place.store, "-", input: dump)
    #expect(run.status == 1)
    #expect(run.errors.contains("standard input, line 3: "), "\(run.errors)")
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(try place.names().isEmpty)
  }
}
