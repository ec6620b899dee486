import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeSearch

/// Terms in memory.
private struct Terms: TermList {
  let terms: [[UInt8]]

  init(_ terms: some Sequence<String>) {
    self.terms = Set(terms.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
  }

  func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws {
    let start = first.indices.map { first[$0] }
    for term in terms where !term.lexicographicallyPrecedes(start) {
      // Frequent are those that are short.
      if try !body(term.span, 100 - term.count) { return }
    }
  }

  func near(_ word: String, _ bound: Int) throws -> [String] {
    try terms(near: Array(word.utf8), bound: bound).map {
      String(decoding: $0.term, as: UTF8.self) + "~\($0.distance)"
    }
  }
}

@Suite("Fuzzy words find the terms that are like them")
struct EditDistanceTests {
  @Test func `one place is a character more, less, other, or two that changed places`() throws {
    let terms = Terms([
      "word", "wrd", "wordy", "ward", "wrod", "owrd", "world", "words", "sword", "rdwo",
    ])
    #expect(
      try terms.near("word", 1) == [
        "owrd~1", "sword~1", "ward~1", "word~0", "words~1", "wordy~1", "world~1", "wrd~1", "wrod~1",
      ])
    #expect(try terms.near("word", 0) == ["word~0"])
  }

  @Test func `characters are scalars, not bytes`() throws {
    let terms = Terms(["straße", "strasse", "über", "uber", "日本語", "日本", "本日語"])
    #expect(try terms.near("strase", 1) == ["strasse~1", "straße~1"])
    #expect(try terms.near("日本語", 1) == ["日本~1", "日本語~0", "本日語~1"])
    #expect(try terms.near("", 2) == ["日本~2"])
  }

  @Test func `bytes that are no UTF-8 are characters of their own`() throws {
    var distance = EditDistance(to: Array("ab".utf8), bound: 2)
    #expect(distance.distance(of: [0x61, 0xC3]) == 1)
    #expect(distance.distance(of: [0x61, 0xC3, 0xA9]) == 1)
    #expect(distance.distance(of: [0x61, 0xF0, 0x9F, 0x98]) == nil)
    #expect(distance.distance(of: [0xFF]) == 2)
    #expect(distance.distance(of: []) == 2)
  }

  @Test(.tags(.random))
  func `the terms that are passed over are those that the plain definition leaves out`() throws {
    var generator = SeededGenerator()
    let letters = Array("aabcé日")
    func word(_ lengths: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: lengths, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
    }
    let terms = Terms((0..<1000).map { _ in word(0...7) })
    for _ in 0..<25 {
      let asked = word(0...8)
      for bound in 0...3 {
        let expected = terms.terms.compactMap { term -> String? in
          let text = String(decoding: term, as: UTF8.self)
          let distance = plainDistance(Array(asked), Array(text))
          return distance <= bound ? "\(text)~\(distance)" : nil
        }
        #expect(try terms.near(asked, bound) == expected, "seed \(generator.seed): \(asked)")
      }
    }
  }

  /// Optimal string alignment as it is written in books.
  private func plainDistance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for i in a.indices {
      for j in b.indices {
        var best = min(rows[i][j + 1], rows[i + 1][j]) + 1
        best = min(best, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        rows[i + 1][j + 1] = best
      }
    }
    return rows[a.count][b.count]
  }

  @Test func `suggestions are the nearest terms, of those the most frequent ones`() throws {
    let terms = Terms([
      "package", "packages", "packaged", "backpack", "page", "pack", "puck", "back",
    ])
    func suggested(_ word: String, _ limit: Int) throws -> [String] {
      try terms.suggestions(for: Array(word.utf8), limit: limit).map {
        String(decoding: $0.term, as: UTF8.self)
      }
    }
    #expect(try suggested("pakcage", 9) == ["package", "packaged", "packages"])
    #expect(try suggested("pakcage", 1) == ["package"])
    // Short words may differ in one place only, and are not suggested for themselves.
    #expect(try suggested("pack", 9) == ["back", "puck"])
    #expect(try suggested("zzzzzz", 9) == [])
    #expect(try suggested("pack", -1) == [])
  }
}
