import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite struct `An error quotes at most 200 characters of a name or a key` {
  private let long = String(repeating: "k", count: 30_000)

  @Test func `of a key, and keeps the end of the message`() throws {
    let fixture = try TestStore()
    try fixture.store["a"].insert("x", forKey: long)
    let error = #expect(throws: StoreError.self) {
      try fixture.store["a"].insert("x", forKey: long)
    }
    #expect(error?.description.contains("kkk…kkk") == true)
    #expect((error?.description.count ?? 0) < 500)
  }

  @Test func `of a collection, a context, an archive, and a key literal`() {
    let errors: [any Error & CustomStringConvertible] = [
      StoreError(.damaged, collection: long, context: long),
      StoreError(.collectionNotFound, collection: long, context: long),
      ArchiveError(.invalidValue, long), KeyError(.syntax, at: 0, long),
      ValueError(.wrongLength, long),
    ]
    for error in errors { #expect(error.description.count < 800, "\(type(of: error))") }
  }

  @Test func `a text of 200 characters is whole`() {
    let text = String(repeating: "é", count: 200)
    #expect(ValueError(.wrongLength, text).message == text)
    #expect(ValueError(.wrongLength, text + "é").message.unicodeScalars.count == 200)
  }
}
