import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Conditions are written as text from which the same condition is read")
struct ConditionRoundTripTests {
  @Test(.tags(.random)) func `any condition comes back, and so does its text`() throws {
    var conditions = RandomConditions()
    for _ in 0..<3_000 {
      let condition = conditions.condition()
      let text = condition.description
      let back = try Condition(parsing: text)
      #expect(back == condition, "seed \(conditions.random.seed): \(text)")
      #expect(back.description == text, "seed \(conditions.random.seed)")
    }
  }

  @Test
  func `computed values are written as such, and fields that are called so are fields`() throws {
    for name in ["domain", "a.b", "a b", "in", "it's \"x\"", "`", "computed(x)", "é)"] {
      let path = ArchivePath(computed: name)
      #expect(ArchivePath(parsing: path.description) == path, "\(path)")
      let selection = Selection(
        .comparison(.path(path), .equal, .value("x")), orderedBy: [.descending(path)])
      #expect(try Selection(parsing: selection.description) == selection)
      let fields = ArchivePath([path.description])
      #expect(ArchivePath(parsing: fields.description) == fields && fields != path)
      #expect(IndexPart(parsing: "-~\(path)[]").path == path)
    }
    #expect(ArchivePath(computed: "a") != "a")
    let field: [Condition] = [
      .isNil("computed"), .isNil(.path(ArchivePath(["computed", "x"]))), .isIn("computed", []),
    ]
    for condition in field {
      #expect(try Condition(parsing: condition.description) == condition)
    }
    #expect(
      try Condition(parsing: "COMPUTED ( \"a b\" ) IS NULL")
        == .isNil(
          .path(ArchivePath(computed: "a b"))))
    for text in ["computed(", "computed()", "computed(a", "computed(a) b", "computed(a.b) = 1"] {
      #expect(throws: ConditionError.self) { try Condition(parsing: text) }
    }
  }

  @Test(.tags(.random))
  func `whatever is changed in a text, it is a condition or an error within the text`() throws {
    var conditions = RandomConditions()
    let parts = [
      "(", ")", "'", "\"", " AND ", " NOT ", "?", ":a", "é", "\0", "-", ".", "X'", "DATE ", "1e",
      " IS ",
    ]
    for _ in 0..<3_000 {
      var text = Array(conditions.condition(2).description.unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &conditions.random) {
        let place = Int.random(in: 0...text.count, using: &conditions.random)
        if Bool.random(using: &conditions.random), place < text.count {
          text.remove(at: place)
        } else {
          text.insert(
            contentsOf: (parts.randomElement(using: &conditions.random) ?? "").unicodeScalars,
            at: place)
        }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      do {
        let condition = try Condition(parsing: String(view))
        #expect(try Condition(parsing: condition.description) == condition, "\(String(view))")
      } catch {
        #expect(
          (0...text.count).contains(error.offset ?? -1), "seed \(conditions.random.seed): \(error)")
      }
    }
  }
}
