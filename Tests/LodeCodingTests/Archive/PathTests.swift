import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Paths as text")
struct PathTests {
  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a.b_1.ü", ["a", "b_1", "ü"]), ("``", [""]),
      ("`a.b`.c", ["a.b", "c"]), ("`a``b`", ["a`b"]), ("a.1.x y-z", ["a", "1", "x y-z"]),
      ("`-a`.`[b]`", ["-a", "[b]"]),
      ("\u{301}.b", ["\u{301}", "b"]), ("`.\u{301}`.b", [".\u{301}", "b"]),
    ] as [(String, [String])])
  func `names stand between dots, and odd ones in backquotes`(_ text: String, _ names: [String]) {
    #expect(ArchivePath(parsing: text).names == names)
    #expect("\(ArchivePath(names))" == text)
  }

  @Test(
    arguments: [
      (".", ["", ""]), ("a.", ["a", ""]), (".a", ["", "a"]), ("a..b", ["a", "", "b"]),
      ("`a", ["`a"]), ("`a.b", ["`a", "b"]), ("`a`b.c", ["`a`b", "c"]), ("a`b", ["a`b"]),
      ("`", ["`"]), ("```", ["```"]), ("1.x y", ["1", "x y"]), ("a.\u{301}b", ["a", "\u{301}b"]),
    ] as [(String, [String])])
  func `any other text is a path too`(_ text: String, _ names: [String]) {
    #expect(ArchivePath(parsing: text).names == names)
    #expect(ArchivePath(parsing: "\(ArchivePath(names))").names == names)
  }

  @Test(.tags(.random))
  func `what a path is printed as is the same path, whatever its names are`() {
    var random = SeededGenerator()
    let scalars: [Unicode.Scalar] = [".", "`", "a", "1", "_", " ", "\u{301}", "🚂", "\0"]
    for _ in 0..<5_000 {
      let names = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        var name = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          name.append(scalars.randomElement(using: &random) ?? "a")
        }
        return String(name)
      }
      let path = ArchivePath(names)
      #expect(ArchivePath(parsing: "\(path)").names == names, "seed \(random.seed)")
    }
  }
}
