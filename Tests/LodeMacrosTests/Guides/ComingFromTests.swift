#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import LodeModels
  import LodeStore
  import Testing

  // The calls of `Docs/Guides/Coming-From.md`, run. The tests of each system are in files of their
  // own. The tests of this file compare the page with those files, so a call that does not compile,
  // or does something else than the page says, is noticed.

  @Suite("The calls of the guide for people who come from other stores")
  struct ComingFromTests {
    @Archivable
    struct Address: Equatable {
      var street: String
      var city: String
    }

    @Model("person", timestamps: true)
    struct Person: Equatable {
      @Key var id: Int
      var name: String
      var age: Int?
      @Stored("gender") var sex: String?
      var tags: [String] = []
      var boss: Ref<Person>?
      var home: Address?
      @Ignored var isSelected = false
    }

    @Model("note")
    struct Note: Equatable {
      @Key(.sequence) var id = 0
      var text: String
    }

    struct Empty: Error {}

    @Model("card")
    struct Card: Equatable {
      @Key var cardID: String
      @Key var age: Int
      var owner = ""
    }

    @Model("photo")
    struct Photo: Equatable {
      @Key var id: Int
      var picture: Blob
      var pages: [Blob] = []
    }

    @Archivable
    struct PersonCard: Equatable {
      var name: String
      var age: Int?
    }

    @Archivable
    struct Contact: Equatable {
      var name: String
      var phone: String?
      var street: String?
    }

    @Model("phone")
    struct PhoneRow: Equatable {
      @Key var name: String
      var phone: String?
    }

    @Model("street")
    struct StreetRow: Equatable {
      @Key var name: String
      var street: String?
    }

    @Archivable(superclass: nil)
    class Foo {
      var integer = 1
      init() {}
    }

    @Archivable(superclass: Foo.self)
    final class SubFoo: Foo {
      var number = 123
      override init() { super.init() }
    }

    @Archivable
    struct Suit: Equatable {
      var maker: String
      var extensions = ArchiveExtensions()
    }

    struct Settings: Codable, Equatable { var theme = "dark" }

    // By hand, as with `NSCoding`.
    struct Invoice: KeyedArchivable {
      var number: Int

      init(number: Int) { self.number = number }

      func encode(to container: inout KeyedArchiveWriter) throws {
        try container.encode(number, forKey: "number")
      }

      init(from container: inout KeyedArchiveReader) throws {
        number = try container.decode(Int.self, forKey: "number")
      }
    }

    @Model("employee", indexes: [IndexDefinition("team", "-salary"), IndexDefinition(.initial)])
    struct Employee: Equatable {
      @Key(.sequence) var id = 0
      @Index(.folded) var name: String
      @Unique var code: String?
      var team = "dev"
      var salary = 0
      @Index(.each) var skills: [String] = []
    }

    @Model("post")
    struct Post: Equatable {
      @Key var id: Int
      @Searchable var text: String
      @Searchable(weight: 4) var author = ""
      @Searchable(tokenizer: .porter) var remark = ""
      var stars = 0
    }

    // The first version of `Job`.
    @Model("job", archive: "Job")
    struct FirstJob {
      @Key var id: Int
      var name: String
      var mail: String
      var fax: String
    }

    @Model("job", version: 2, archive: "Job")
    struct Job: Equatable {
      @Key var id: Int
      var title: String
      @Stored(was: "mail") var email: String
      var state: String
    }

    struct Point: Equatable {
      var x: Double
      var y: Double
    }

    enum PointList: ArchiveTransform {
      static func stored(from value: Point) -> [Double] { [value.x, value.y] }
      static func value(from stored: [Double]) throws -> Point {
        guard stored.count == 2 else { throw Empty() }
        return Point(x: stored[0], y: stored[1])
      }
    }

    enum Rank: String, ArchivableValue { case low, high }

    @Model("place")
    struct Place: Equatable {
      @Key var id: UUID
      @Transformed(by: PointList.self) var point: Point
      var rank: Rank = .low
      var extra: ArchiveValue
      var visits: [String: Int] = [:]
      var friends: [Ref<Person>] = []
      var price: Decimal = 0
    }

    let folder: URL
    let path: String
    let store: Store
    let ada = Person(id: 1, name: "Ada", age: 36)
    let bob = Person(id: 2, name: "Bob")

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("coming-from-\(UUID().uuidString)")
      path = folder.appendingPathComponent("people.lode").path
      store = try Store(path, models: [Person.self, Note.self, Card.self])
    }

    func cleanUp() {
      store.close()
      try? FileManager.default.removeItem(at: folder)
    }

    // The page, and the files with the tests.
    private static let here = URL(fileURLWithPath: #filePath)

    private static func rows() throws -> [(system: String, cells: [Substring])] {
      let root = (0..<4).reduce(here) { folder, _ in folder.deletingLastPathComponent() }
      let page = root.appendingPathComponent("Docs/Guides/Coming-From.md")
      var system = ""
      var rows: [(system: String, cells: [Substring])] = []
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("## ") { system = String(line.dropFirst(3)) }
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        if cells.count == 5, cells[2] != " Lode ", !cells[2].hasPrefix("---") {
          rows.append((system, Array(cells[1...3])))
        }
      }
      return rows
    }

    // Without white space, so that a call may be broken into lines.
    private static func source() throws -> String {
      let folder = here.deletingLastPathComponent()
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasPrefix("ComingFromTests") }
        .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
        .map(squeezed).joined()
    }

    private static func squeezed(_ text: some StringProtocol) -> String {
      String(text.filter { !$0.isWhitespace })
    }

    private static func code(in cell: Substring) -> [Substring] {
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    }

    @Test func `each call of the page stands in these files`() throws {
      defer { cleanUp() }
      let source = try Self.source()
      var calls = 0
      for (system, cells) in try Self.rows() {
        // The advice about what is missing is run as well.
        let isMissing = cells[1] == " not yet "
        for call in Self.code(in: cells[isMissing ? 2 : 1]) {
          calls += 1
          #expect(source.contains(Self.squeezed(call)), "\(system): \(call)")
        }
      }
      #expect(calls > 400)
    }

    @Test func `each row has a call, a link, or says that Lode lacks the feature`() throws {
      defer { cleanUp() }
      for (system, cells) in try Self.rows() {
        let answer = cells[1]
        #expect(
          answer == " not yet " || !Self.code(in: answer).isEmpty || answer.contains("]("),
          "\(system): \(cells[0])")
        #expect(cells[2].count > 2, "\(system): \(cells[0])")
      }
    }
  }

  extension IndexPart {
    static let initial: IndexPart = .computed("initial", version: 1) {
      (employee: ComingFromTests.Employee) in employee.name.first.map(String.init)
    }
  }

  extension ComingFromTests.Note: ValidatedModel {
    mutating func willSave(_ kind: SaveKind) throws {
      if text.isEmpty { throw ComingFromTests.Empty() }
    }
  }
#endif
