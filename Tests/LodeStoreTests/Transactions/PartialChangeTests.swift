import LodeTestSupport
import Testing

@testable import LodeStore

/// A row whose index entries could not be written was committed without the entries, if the program
/// caught the error.
@Suite("A change that stopped between a row and its index entries")
struct PartialChangeTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store["people"].put("Ada", forKey: 1)
  }

  /// Stops like a damaged page of an index.
  private func stop(_ scope: WriteScope) {
    scope.context.notePartialChange(StoreError(.damaged, collection: "people"))
  }

  @Test func `makes the write fail, even if the program catches the error`() throws {
    let error = expect(.damaged) {
      try store.write { transaction in
        try transaction["people"].put("Grace", forKey: 2)
        stop(transaction.scope)
      }
    }
    #expect(error?.collection == "people")
    #expect(try store["people"].get(2, as: String.self) == nil)
  }

  @Test func `makes only its savepoint fail`() throws {
    try store.write { transaction in
      try transaction["people"].put("Grace", forKey: 2)
      expect(.damaged) {
        try transaction.savepoint { inner in
          try inner["people"].put("Edsger", forKey: 3)
          stop(inner.scope)
        }
      }
    }
    #expect(try store["people"].get(2, as: String.self) == "Grace")
    #expect(try store["people"].get(3, as: String.self) == nil)
    #expect(try store.verify().isSound)
  }
}
