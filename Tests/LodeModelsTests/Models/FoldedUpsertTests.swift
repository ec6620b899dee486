#if Macros
  import Lode
  import LodeModels
  import LodeStore
  import LodeTestSupport
  import Testing

  @Model private struct Account {
    @Key var id: Int
    @Unique(.folded) var mail: String
    var visits = 0
  }

  @Suite("An upsert matches as the unique index does")
  struct FoldedUpsertTests {
    // The upsert found no row, and the unique index refused the row that it then inserted.
    @Test func `a text in another case updates its row`() throws {
      let fixture = try TestStore([Account.self])
      let store = fixture.store
      try store.insert(Account(id: 1, mail: "ada@example.org"))
      try store.insert(Account(id: 2, mail: "ada@example.org-ada@example.org"))
      let outcome = try store.upsert(
        Account(id: 9, mail: "ADA@example.org", visits: 7), on: \.mail)
      #expect(outcome == .updated)
      let accounts = try store.fetch(Account.self)
      #expect(accounts.map(\.id) == [1, 2])
      #expect(accounts.map(\.mail) == ["ADA@example.org", "ada@example.org-ada@example.org"])
      #expect(accounts.map(\.visits) == [7, 0])
      #expect(try store.upsert(Account(id: 3, mail: "Zoë"), on: \.mail) == .inserted)
      #expect(try store.upsert(Account(id: 4, mail: "ZOE"), on: \.mail) == .updated)
      #expect(try store.get(Account.self, 3)?.mail == "ZOE")
    }
  }
#endif
