import LodeStore
import Testing

@testable import LodeSearch

@Suite("Found words are marked in their texts")
struct HighlightTests {
  private static let marks = SearchMarks(open: "[", close: "]")

  private func text(_ text: String, _ choice: TokenizerChoice = .unicode()) throws -> ColumnText {
    ColumnText(text, try #require(choice.makeTokenizer()))
  }

  /// Phrases at places: number, position, length.
  private func instances(_ places: [(Int, Int, Int)], column: Int = 0) -> [PhraseInstance] {
    places.map { PhraseInstance(phrase: $0.0, column: column, position: $0.1, length: $0.2) }
      .sorted()
  }

  @Test func `each phrase has a mark, overlapping ones have one together, neighbours two`() throws {
    let text = try text("Über-große Wörter, a b c.")
    #expect(text.highlight(instances([]), Self.marks) == "Über-große Wörter, a b c.")
    #expect(text.highlight(instances([(0, 0, 1)]), Self.marks) == "[Über]-große Wörter, a b c.")
    #expect(
      text.highlight(instances([(0, 0, 2), (1, 1, 2), (2, 3, 1), (3, 4, 1)]), Self.marks)
        == "[Über-große Wörter], [a] [b] c.")
    #expect(text.matches(instances([(0, 5, 1)])) == [26..<27])
  }

  @Test func `places that the text does not have are passed over`() throws {
    #expect(try text("a b").highlight(instances([(0, 1, 9), (0, 40, 1)]), Self.marks) == "a [b]")
    #expect(try text("").highlight(instances([(0, 0, 1)]), Self.marks) == "")
  }

  @Test func `pieces of CJK texts are marked together`() throws {
    let text = try text("ファイル管理", .cjk)
    #expect(text.highlight(instances([(0, 0, 3)]), Self.marks) == "[ファイル]管理")
    #expect(text.highlight(instances([(0, 0, 1), (0, 1, 1)]), Self.marks) == "[ファイ]ル管理")
  }

  @Test func `one CJK character marks that character and not the pair`() throws {
    let text = try text("我爱北京天安门, か\u{3099}き", .words())
    func mark(_ position: Int, _ length: Int = 1, also: [PhraseInstance] = []) -> String {
      let found = PhraseInstance(
        phrase: 0, column: 0, position: position, length: length, endsInCharacter: true)
      return text.highlight(([found] + also).sorted(), Self.marks)
    }
    #expect(mark(2) == "我爱[北]京天安门, か\u{3099}き")
    #expect(mark(6) == "我爱北京天安[门], か\u{3099}き")
    #expect(mark(8) == "我爱北京天安门, [か\u{3099}]き")
    #expect(mark(1, 2) == "我[爱北]京天安门, か\u{3099}き")
    // Joined with a pair at the same position, and with a neighbour.
    #expect(mark(2, also: instances([(1, 2, 1)])) == "我爱[北京]天安门, か\u{3099}き")
    let next = PhraseInstance(phrase: 1, column: 0, position: 3, length: 1, endsInCharacter: true)
    #expect(mark(2, also: [next]) == "我爱[北][京]天安门, か\u{3099}き")
  }

  @Test func `a snippet has at most so many tokens, centred on what was found`() throws {
    let long = try text((0..<30).map { "w\($0)" }.joined(separator: " "))
    let found = instances([(0, 15, 1)])
    let snippet = Snippet([long], found, length: 5)
    #expect(snippet.text(of: [long], found, Self.marks) == "…w13 w14 [w15] w16 w17…")
    #expect(Snippet([long], instances([(0, 29, 1)]), length: 3).window == 27..<30)
    #expect(Snippet([long], instances([(0, 1, 1)]), length: 3).window == 0..<3)
    #expect(Snippet([long], found, length: 1000).window == 0..<Snippet.longest)
    #expect(Snippet([long], found, length: -1).window == 15..<16)
  }

  @Test
  func
    `more phrases are better than more of one, and the start of a sentence is better than the middle`()
    throws
  {
    let text = try text("a a a a. b c d e f g a h. i j k l m n a b")
    let found = instances([0, 1, 2, 3, 10, 18].map { (0, $0, 1) } + [(1, 4, 1), (1, 19, 1)])
    let snippet = Snippet([text], found, length: 4)
    // Both have both phrases; the first one is taken, for its sentence and the greater number.
    #expect(snippet.text(of: [text], found, Self.marks) == "…[a] [a] [a]. [b]…")
    let later = instances([(0, 10, 1)])
    #expect(
      Snippet([text], later, length: 8).text(of: [text], later, Self.marks)
        == "…b c d e f g [a] h…")
  }

  @Test func `the best column is shown, and only one that is to be shown`() throws {
    let columns: [ColumnText?] = [try text("a b"), try text("b a c")]
    let found =
      instances([(0, 0, 1)]) + instances([(0, 1, 1), (1, 0, 1)], column: 1)
    #expect(
      Snippet(columns, found, length: 4).text(of: columns, found, Self.marks) == "[b] [a] c")
    let first: [ColumnText?] = [columns[0], nil]
    #expect(Snippet(first, found, length: 4).text(of: first, found, Self.marks) == "[a] b")
    #expect(Snippet([], [], length: 4).text(of: [], [], Self.marks) == "")
    // Nothing was found in it: its beginning is shown.
    let none: [ColumnText?] = [nil, try text("x y z")]
    #expect(Snippet(none, [], length: 2).text(of: none, [], Self.marks) == "x y…")
  }
}
