import LodeStore
import LodeTestSupport
import Testing

@Suite("changes prints the change log")
struct ChangesTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func fill(_ history: HistoryPolicy?) throws {
    let store = try Store(place.store, options: StoreOptions(history: history))
    defer { store.close() }
    try store.write { transaction in
      transaction.userInfo = "import"
      try transaction["numbers"].put("one", forKey: 1)
      try transaction["numbers"].put("two", forKey: "2")
    }
    try store.write { transaction in
      try transaction["numbers"].put("three", forKey: 1)
      try transaction["numbers"].delete("2")
    }
    try store["numbers"].deleteAll()
  }

  @Test func `a line is a change, with the values where the log has them`() throws {
    try fill(.keep(images: true))
    #expect(
      try lode("changes", place.store).lines == [
        #"{"revision":2,"collection":"numbers","key":1,"operation":"insert","userInfo":"import"}"#,
        #"{"revision":2,"collection":"numbers","key":"2","operation":"insert","userInfo":"import"}"#,
        #"{"revision":3,"collection":"numbers","key":"2","operation":"delete"}"#,
        #"{"revision":3,"collection":"numbers","key":1,"operation":"update"}"#,
        #"{"revision":4,"collection":"numbers","operation":"clear"}"#,
        #"{"revision":4,"collection":"numbers","key":1,"operation":"delete"}"#,
      ])
    #expect(
      try lode("changes", place.store, "--since", "2", "--images").lines.prefix(2) == [
        #"{"revision":3,"collection":"numbers","key":"2","operation":"delete","old":"two"}"#,
        #"{"revision":3,"collection":"numbers","key":1,"operation":"update","old":"one","new":"three"}"#,
      ])
    #expect(try lode("changes", place.store, "--since", "4").output == "")
    #expect(try lode("stats", place.store).output.contains("revisions 1 to 4"))
  }

  @Test func `keep switches the log on and off, and missing changes are a gap`() throws {
    try fill(nil)
    let none = try lode("changes", place.store)
    #expect(none.status == 1 && none.errors.contains("no change log"))
    #expect(try lode("changes", place.store, "--keep", "64MiB").output.contains("keeps 67.1 MB"))
    #expect(
      try lode("changes", place.store, "--since", "0").lines == [
        #"{"revision":4,"operation":"gap","after":0}"#
      ])
    #expect(try lode("changes", place.store).output == "")
    #expect(try lode("changes", place.store, "--keep", "off").output == "the change log is off\n")
    #expect(try lode("changes", place.store).status == 1)
  }

  @Test func `a wrong size, and options that do not go together, change nothing`() throws {
    try fill(nil)
    for size in ["64 MiB", "0", "-1", "12XB", "", "99999999999GiB"] {
      #expect(try lode("changes", place.store, "--keep", size).status == 64)
    }
    #expect(try lode("changes", place.store, "--keep", "1MiB", "--follow").status == 64)
    #expect(try lode("changes", place.store).status == 1)
  }
}
