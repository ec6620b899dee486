import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Exchange: foreign and hostile property lists are typed errors")
struct HostilePropertyListTests {
  let fixture: TestStore
  let documents: StoreDocuments

  init() throws {
    fixture = try TestStore()
    documents = fixture.store.documents("db")
  }

  private func refuse(
    _ code: ExchangeError.Code, _ bytes: Data, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = expectCause(ExchangeError.self, sourceLocation: sourceLocation) {
      try documents.importPropertyList(bytes)
    }
    #expect(error?.code == code, "\(error as Any)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "", "no XML", "<plist>", "<plist></plist>", "<plist><array></plist>", "<plist><array>",
    "<array/><array/>", "<plist><array><dict><string>a</string></dict></array></plist>",
    "<array><integer>1.5</integer></array>",
    "<array><integer>99999999999999999999</integer></array>",
    "<array><real>x</real></array>", "<array><date>now</date></array>",
    "<array><data>!</data></array>",
    "<array><string>&a;</string></array>", "<array><string>&#0;</string></array>",
    "<array><string>&#xD800;</string></array>", "<array><true>x</true></array>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><array/></plist>", "<array", "<array><!--",
    "<a b='>",
    "<array><dict><key>a</key><true/><key>a</key><true/></dict></array>",
    String(repeating: "<array>", count: 100_000),
  ])
  func `XML that is no property list, or too much of one, is refused`(_ xml: String) {
    refuse(.invalidBytes, Data(xml.utf8))
  }

  @Test func `other shapes than an array of dictionaries are refused`() {
    refuse(.notDocuments, Data("<plist><dict/></plist>".utf8))
    refuse(.notDocuments, Data("<plist><array><true/></array></plist>".utf8))
    refuse(.missingKey, Data("<plist><array><dict/></array></plist>".utf8))
    refuse(
      .unusableKey, Data("<array><dict><key>Id</key><dict/></dict></array>".utf8))
  }

  /// A binary property list of objects as they stand in the file; the first is the top one.
  private func binary(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    for offset in offsets { bytes += number(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4] + number(objects.count, 8) + number(0, 8) + number(table, 8)
    return Data(bytes)
  }

  @Test
  func `binary ones with circles, sets, UIDs, wrong references, lengths and keys are refused`() {
    let one: [UInt8] = [0, 0, 0, 1]
    refuse(.invalidBytes, binary([[0xA1, 0, 0, 0, 0]]))
    refuse(.unsupportedValue, binary([[0xA1] + one, [0xC1, 0, 0, 0, 2], [0x09]]))
    refuse(.unsupportedValue, binary([[0xA1] + one, [0x80, 1]]))
    refuse(.unsupportedValue, binary([[0xA1] + one, [0x00]]))
    refuse(.unsupportedValue, binary([[0xA1] + one, [0x14] + [UInt8](repeating: 1, count: 16)]))
    refuse(.invalidBytes, binary([[0xA1, 0, 0, 0, 9]]))
    refuse(.invalidBytes, binary([[0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]))
    refuse(.invalidBytes, binary([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)]))
    refuse(.invalidBytes, binary([[0xA1] + one, [0xD1, 0, 0, 0, 2, 0, 0, 0, 2], [0x09]]))
    refuse(.invalidBytes, binary([[0xA1] + one, [0x51, 0xFF]]))
    refuse(.invalidBytes, binary([[0xA1] + one, [0x61, 0xD8, 0x00]]))
    refuse(.invalidBytes, binary([[0xA1] + one, [0x70]]))
    refuse(.invalidBytes, Data("bplist00".utf8))
    refuse(.invalidBytes, Data("bplist15".utf8) + Data(count: 40))
  }

  @Test(.tags(.slow)) func `few bytes that refer to each other cannot become very many`() {
    let levels = (1...30).map { level -> [UInt8] in
      [0xAA] + (0..<10).flatMap { _ in [0, 0, 0, UInt8(level)] }
    }
    refuse(.tooLarge, binary(levels + [[0x09]]))
    // One piece of data, three thousand times.
    var top: [UInt8] = [0xAF, 0x11, 0x0B, 0xB8]
    for _ in 0..<3000 { top += [0, 0, 0, 1] }
    let data: [UInt8] = [0x4F, 0x12, 0, 1, 0, 0] + Array(repeating: 7, count: 65_536)
    refuse(.tooLarge, binary([top, data]))
  }

  @Test(.tags(.random))
  func `a file with any bytes changed gives documents or a typed error`() throws {
    try documents.put(["name": "Rex", "age": 3, "toys": ["ball", 1.5, true]], forKey: 1)
    try documents.put(["due": .date(.init(timeIntervalSinceReferenceDate: 7))], forKey: 2)
    var random = SeededGenerator()
    let files = [
      try fixture.store.read { try $0.documents("db").exportPropertyList(format: .xml) },
      try fixture.store.read { try $0.documents("db").exportPropertyList(format: .binary) },
    ]
    try fixture.store.write { transaction in
      let copies = transaction.documents("copies")
      for file in files + files + files {
        for _ in 0..<500 { try change(file, importInto: copies, &random) }
      }
    }
  }

  private func change(
    _ file: Data, importInto copies: borrowing DocumentWriter, _ random: inout SeededGenerator
  ) throws {
    var damaged = file
    for _ in 0...Int.random(in: 0...3, using: &random) {
      let place = damaged.indices.randomElement(using: &random) ?? 0
      damaged[place] = UInt8.random(in: 0...255, using: &random)
    }
    do {
      try copies.importPropertyList(damaged, keyField: nil)
    } catch let error as StoreError {
      let isTooDeep = (error.cause as? ArchiveError)?.code == .tooDeep
      #expect(error.code == .exchangeFailed || isTooDeep, "seed \(random.seed)")
    }
  }
}

@Suite("Exchange: what property lists cannot hold")
struct PropertyListLimitTests {
  @Test(
    arguments: [
      (["a": ["b": [1, .null]]], "field a.b[1]"), (["a": .uuid(UUID())], "field a"),
      (["a": .decimal(1)], "field a"), (["a": .set([1])], "field a"),
      (["a": .uint(.max)], "field a"),
      (["a": .object(ArchivedObject("T", version: 1, kind: .structure, fields: []))], "field a"),
      (["a": .dictionary([1: 2])], "field a"),
    ] as [([String: ArchiveValue], String)])
  func `is refused with the document and the field`(
    _ fields: [String: ArchiveValue], _ place: String
  ) throws {
    let fixture = try TestStore()
    let documents = fixture.store.documents("db")
    try documents.put(fields, forKey: "Rex")
    for format in [PropertyListFormat.xml, .binary] {
      let error = expectCause(ExchangeError.self) {
        try fixture.store.read { try $0.documents("db").exportPropertyList(format: format) }
      }
      #expect(error?.code == .unsupportedValue)
      #expect(error?.place == "document \"Rex\", \(place)")
    }
  }

  @Test func `XML refuses what only binary keeps exactly`() throws {
    let values: [ArchiveValue] = [
      .double(-0.0), .double(.nan), "\u{1}", "\r",
      .date(.init(timeIntervalSinceReferenceDate: 0.5)),
    ]
    for value in values {
      let fixture = try TestStore()
      let documents = fixture.store.documents("db")
      try documents.put(["a": value], forKey: 1)
      let error = expectCause(ExchangeError.self) {
        try fixture.store.read { try $0.documents("db").exportPropertyList(format: .xml) }
      }
      #expect(error?.code == .unsupportedValue)
      let file = try fixture.store.read {
        try $0.documents("db").exportPropertyList(format: .binary)
      }
      #expect(try documents.importPropertyList(file).unchanged == 1)
    }
  }

  @Test func `null fields are left out, and text keys that read as UUIDs are refused`() throws {
    let fixture = try TestStore()
    let documents = fixture.store.documents("db")
    try documents.put(["a": .null, "b": 1], forKey: 1)
    let file = try fixture.store.read { try $0.documents("db").exportPropertyList(format: .xml) }
    #expect(try documents.importPropertyList(file).updated == 1)
    #expect(try documents.get(1)?.fields == ["b": 1])
    try documents.put([:], forKey: UUID().uuidString)
    let error = expectCause(ExchangeError.self) {
      try fixture.store.read { try $0.documents("db").exportPropertyList(format: .binary) }
    }
    #expect(error?.code == .unusableKey)
  }
}
