import LodeCoding
import LodeStore
import Testing

@Suite("Parts of indexes are written as text that reads back")
struct IndexPartTests {
  @Test func `a description parses to the part that it describes`() {
    let names = [
      "city", "address", "a.b", "-a", "~a", "a[]", "`", "a`,b", ",", "", " ", "\u{345}x", "\u{301}",
      "9", "ä",
    ]
    let paths = names.map { ArchivePath([$0]) } + names.map { ArchivePath(["x", $0]) }
    for path in paths + [ArchivePath([])] {
      for flags in 0..<8 {
        var part = IndexPart(path)
        part.isDescending = flags & 1 != 0
        part.isFolded = flags & 2 != 0
        part.isEachElement = flags & 4 != 0
        #expect(IndexPart(parsing: part.description) == part, "\(part)")
        let list = [part, IndexPart("city"), part]
        let text = list.map(\.description).joined(separator: ",")
        #expect(IndexPart.list(parsing: text) == list, "\(text)")
      }
    }
  }

  @Test func `a part is a path with signs before and behind it`() {
    #expect(IndexPart("-age") == .descending("age"))
    #expect(IndexPart("-~name") == .descending(.folded("name")))
    #expect(IndexPart("tags[]") == .each("tags"))
    #expect(IndexPart("`-age`") == IndexPart(ArchivePath(["-age"])))
    #expect(IndexPart.list(parsing: "a.b,-c").map(\.path.names) == [["a", "b"], ["c"]])
  }
}
