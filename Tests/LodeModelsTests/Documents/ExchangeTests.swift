import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Exchange: collections of documents as JSON and property lists")
struct ExchangeTests {
  let fixture: TestStore
  let documents: StoreDocuments
  let other: StoreDocuments

  init() throws {
    fixture = try TestStore()
    documents = fixture.store.documents("db")
    other = fixture.store.documents("other")
  }

  private func expect(
    _ code: ExchangeError.Code, _ place: String = "", _ body: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = expectCause(ExchangeError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(place.isEmpty || error?.place.contains(place) == true, sourceLocation: sourceLocation)
  }

  private func content(_ documents: StoreDocuments) throws -> [RowKey: [String: ArchiveValue]] {
    Dictionary(uniqueKeysWithValues: try documents.fetch().map { ($0.key, $0.fields) })
  }

  @Test func `what JSON was exported comes back exactly, keys and values of every kind`() throws {
    let values: [String: ArchiveValue] = [
      "null": .null, "uint": .uint(5), "nan": .double(.nan), "date": .date(.distantPast),
      "data": .data(Data([0, 255])), "uuid": .uuid(UUID()), "decimal": .decimal(1.5),
      "set": .set([1, 2]), "map": .dictionary([1: "one"]), "$odd": ["$tag": 1],
    ]
    try documents.insert(values)
    try documents.put(values, forKey: Key("Oslo", 2))
    try documents.put([:], forKey: "Ada")
    try documents.put(["n": .float(1.5)], forKey: -7)
    for json in [
      try fixture.store.read { try $0.documents("db").exportJSON() },
      try fixture.store.read { try $0.documents("db").exportJSONLines() },
    ] {
      try other.deleteAll()
      #expect(try other.importJSON(json).inserted == 4)
      #expect(try content(other) == content(documents))
      #expect(try other.importJSON(json).unchanged == 4)
    }
  }

  @Test func `plain JSON of other programs is imported, and says what it did`() throws {
    try documents.put(["name": "Rex", "age": 3], forKey: 1)
    try documents.put(["name": "Tom"], forKey: 2)
    let json = Data(
      #"[{"id":1,"name":"Rex","age":4},{"id":2,"name":"Tom"},{"id":"three","toys":[1,{"a":null}]}]"#
        .utf8)
    let outcome = try documents.importJSON(json, keyField: "id")
    #expect(outcome.inserted == 1 && outcome.updated == 1 && outcome.unchanged == 1)
    #expect(try documents.get(1)?.fields == ["name": "Rex", "age": 4])
    #expect(try documents.get("three")?.fields == ["toys": [1, ["a": .null]]])
    #expect(try other.importJSON(json, keyField: nil).inserted == 3)
    #expect(try other.fetch().allSatisfy { $0.id != nil && $0["name"] != $0["id"] })
  }

  @Test(arguments: [
    ("[{}]", "missingKey", "document 1"), ("[1]", "notDocuments", "document 1"),
    (#"[{"Id":1},{"Id":{}}]"#, "unusableKey", "document 2"),
    ("[{\"Id\":1}", "invalidBytes", "byte 9"),
    ("{\"Id\":1}\n{\"Id\":}", "invalidBytes", "line 2, byte 6"), ("5", "notDocuments", ""),
    (#"[{"Id":1},{"Id":[]}]"#, "unusableKey", "document 2"),
  ])
  func `JSON that holds no documents is refused with its place, and nothing of it stays`(
    _ json: String, _ code: String, _ place: String
  ) throws {
    let error = expectCause(ExchangeError.self) { try documents.importJSON(Data(json.utf8)) }
    #expect(error?.code.description == code)
    #expect(place.isEmpty || error?.place.contains(place) == true, "\(error as Any)")
    #expect(try documents.count == 0)
    expect(.invalidBytes) { try documents.importJSON(Data([0x5B, 0xFF])) }
  }

  @Test
  func
    `a field with the name of the key's and another value stops an export, and the other name does not`()
    throws
  {
    try documents.put(["Id": "mine"], forKey: 1)
    expect(.keyFieldTaken, "document 1") {
      _ = try fixture.store.read { try $0.documents("db").exportJSON() }
    }
    expect(.keyFieldTaken, "document 1") {
      _ = try fixture.store.read { try $0.documents("db").exportPropertyList(format: .xml) }
    }
    try other.importJSON(
      try fixture.store.read { try $0.documents("db").exportJSON(keyField: "key") }, keyField: "key"
    )
    #expect(try content(other) == content(documents))
  }

  @Test
  func `a file as SRPPlist keeps it is imported: Id becomes a UUID key, update stays a field`()
    throws
  {
    let id = UUID()
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <array>
      \t<dict>
      \t\t<key>Id</key> <string>\(id.uuidString)</string>
      \t\t<key>name</key> <string>Shinren &amp; Pan</string>
      \t\t<key>update</key> <real>1420070400.5</real>
      \t\t<key>isOld</key> <true/> <key>age</key> <integer>1</integer>
      \t\t<key>since</key> <date>2015-01-01T00:00:00Z</date> <key>raw</key> <data>AP8=</data>
      \t</dict>
      \t<dict><key>Id</key><string>no UUID</string><key>tags</key><array><string/></array></dict>
      </array>
      </plist>
      """
    #expect(try documents.importPropertyList(Data(xml.utf8)).inserted == 2)
    let found = try #require(try documents.get(id))
    #expect(
      found.fields == [
        "name": "Shinren & Pan", "update": 1_420_070_400.5, "isOld": true, "age": 1,
        "since": .date(Date(timeIntervalSince1970: 1_420_070_400)), "raw": .data(Data([0, 255])),
      ])
    #expect(try documents.get("no UUID")?.fields == ["tags": [""]])
    let exported = String(
      decoding: try fixture.store.read { try $0.documents("db").exportPropertyList(format: .xml) },
      as: UTF8.self)
    #expect(exported.contains("<string>\(id.uuidString)</string>") && exported.contains("<true/>"))
  }

  @Test(.tags(.slow, .random), arguments: [false, true])
  func `property lists of both formats give back what they can hold`(_ isBinary: Bool) throws {
    let format: PropertyListFormat = isBinary ? .binary : .xml
    var random = SeededGenerator()
    for _ in 0..<200 {
      let fields = randomFields(depth: 3, isBinary, &random)
      try documents.insert(fields)
    }
    try documents.put([:], forKey: Key("Oslo", 2))
    let list = try fixture.store.read { try $0.documents("db").exportPropertyList(format: format) }
    try other.importPropertyList(list)
    #expect(try content(other) == content(documents), "seed \(random.seed)")
    #expect(try other.importPropertyList(list).unchanged == 201, "seed \(random.seed)")
  }

  @Test
  func `a number that would come back as another one is refused, with its document and field`()
    throws
  {
    try documents.put(["x": .double(Double(bitPattern: 0xFFF5_955F_A39C_C686))], forKey: 1)
    expect(.unsupportedValue, "document 1") {
      _ = try fixture.store.read { try $0.documents("db").exportPropertyList(format: .binary) }
    }
    try documents.put(["x": .double(-0.0)], forKey: 1)
    expect(.unsupportedValue, "document 1") {
      _ = try fixture.store.read { try $0.documents("db").exportPropertyList(format: .xml) }
    }
    #expect(
      try fixture.store.read { try $0.documents("db").exportPropertyList(format: .binary) }.isEmpty
        == false)
  }

  private func randomFields(
    depth: Int, _ isBinary: Bool, _ random: inout SeededGenerator
  ) -> [String: ArchiveValue] {
    var fields: [String: ArchiveValue] = [:]
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      fields[randomText(isBinary, &random)] = randomValue(depth: depth, isBinary, &random)
    }
    return fields
  }

  private func randomText(_ isBinary: Bool, _ random: inout SeededGenerator) -> String {
    let letters = Array(" aé\n<&>\"'日😀x]" + (isBinary ? "\u{0}\r\u{FFFF}" : ""))
    return String(
      (0..<Int.random(in: 0...20, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      })
  }

  private func randomValue(
    depth: Int, _ isBinary: Bool, _ random: inout SeededGenerator
  ) -> ArchiveValue {
    let bits = random.next()
    switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .bool(bits & 1 == 0)
    case 1: return .int(Int64(bitPattern: bits) >> (bits & 63))
    case 2:
      let number = Double(bitPattern: bits)
      if number.isNaN { return .double(isBinary ? .nan : 0.1) }
      return .double(number.isFinite || isBinary ? number : 0.1)
    case 3: return .string(randomText(isBinary, &random))
    case 4: return .data(Data(randomText(isBinary, &random).utf8))
    case 5, 6:
      let seconds = Double(Int64(bitPattern: bits) >> 31)
      return .date(Date(timeIntervalSinceReferenceDate: isBinary ? seconds / 7 : seconds))
    case 7:
      return .array((0..<3).map { _ in randomValue(depth: depth - 1, isBinary, &random) })
    default:
      let fields = randomFields(depth: depth - 1, isBinary, &random)
      return .dictionary(
        Dictionary(uniqueKeysWithValues: fields.map { (.string($0.key), $0.value) }))
    }
  }
}
