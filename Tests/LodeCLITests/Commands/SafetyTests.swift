import LodeModels
import LodeStore
import LodeTestSupport
import Testing

@Suite struct `The tool loses no data to a typo` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let store = try Store(place.store, models: [Cat.self])
    defer { store.close() }
    let books = store.documents("book")
    try books.put(["title": "Emma", "pages": 400], forKey: 1)
    try books.put(["title": "Ulysses", "pages": 700], forKey: 2)
    try books.put(["title": "Nana"], forKey: 3)
    try store.insert(Cat(id: 1, name: "Tiger", lives: 9))
  }

  private func expectFailure(
    _ arguments: String..., says text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try lode(arguments)
    #expect(run.status != 0, "\(run)", sourceLocation: sourceLocation)
    #expect(run.errors.contains(text), "\(run)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, "\(run)", sourceLocation: sourceLocation)
    #expect(
      try lode("query", place.store, "book", "--count").output == "3\n",
      sourceLocation: sourceLocation)
  }

  /// This very command deleted every row, and exited with status 0.
  @Test func `a delete with a misspelt field is refused and names the nearest field`() throws {
    let hint = #"No field "titel" in "book". Did you mean "title"?"#
    try expectFailure("delete", place.store, "book", "--where", "titel IS NULL", says: hint)
    try expectFailure(
      "delete", place.store, "book", "--where", "titel IS NULL", "--dry-run", says: hint)
    try expectFailure(
      "delete", place.store, "cat", "--where", "nmae IS NULL",
      says: #"No field "nmae" in "cat". Did you mean "name"?"#)
    try expectFailure(
      "update", place.store, "book", "--where", "titel IS NULL", "--set", #"{"pages":1}"#,
      says: hint)
  }

  /// Every number differs from a text that is no number, so the delete took every row.
  @Test func `a delete that compares a number with a word is refused`() throws {
    let hint = #""lives" of "cat" is a number, which 'nine' is not. Compare "lives" with a number"#
    try expectFailure("delete", place.store, "cat", "--where", "lives != 'nine'", says: hint)
    try expectFailure(
      "update", place.store, "cat", "--where", "lives != 'nine'", "--set", #"{"lives":1}"#,
      says: hint)
    #expect(try lode("query", place.store, "cat", "--count").output == "1\n")
  }

  /// `$key.nmae IS NULL` was true for every row, and `$key.id = 1` for none.
  @Test func `components of the key are checked, and found by name`() throws {
    let hint = #"No field "idd" in "$key" of "cat". Did you mean "id"?"#
    for text in ["$key.idd IS NULL", "lives = 9 AND $key.idd IS NULL"] {
      try expectFailure("delete", place.store, "cat", "--where", text, says: hint)
      try expectFailure("delete", place.store, "cat", "--where", text, "--dry-run", says: hint)
      try expectFailure(
        "update", place.store, "cat", "--where", text, "--set", #"{"lives":1}"#, says: hint)
    }
    for option in ["--select", "--group", "--order", "--sum"] {
      try expectFailure("query", place.store, "cat", option, "$key.idd", says: hint)
    }
    try expectFailure("index", place.store, "cat", "add", "$key.idd", says: hint)
    try expectFailure(
      "delete", place.store, "book", "--where", "$key.title IS NULL",
      says: #"No field "title" in "$key" of "book"."#)
    let selected = try lode(
      "query", place.store, "cat", "$key.id = 1", "--order", "$key.id", "--select", "$key.id,name")
    #expect(selected.lines == [#"{"$key.id":1,"name":"Tiger"}"#], "\(selected)")
    #expect(try lode("query", place.store, "cat", "--group", "$key.id").status == 0)
    #expect(try lode("index", place.store, "cat", "add", "$key.id").status == 0)
    let updated = try lode(
      "update", place.store, "cat", "--where", "$key.id = 1", "--set", #"{"lives":8}"#)
    #expect(updated.output == "changed 1 of 1 row\n", "\(updated)")
    let deleted = try lode("delete", place.store, "cat", "--where", "$key.id = 1")
    #expect(deleted.output == "deleted 1 row\n", "\(deleted)")
  }

  @Test(arguments: ["", "  ", "ORDER BY title", "LIMIT 2"])
  func `a delete or an update with a blank condition is refused`(condition: String) throws {
    let hint = "A condition is missing. For every row, pass --all"
    try expectFailure("delete", place.store, "book", "--where", condition, says: hint)
    try expectFailure("delete", place.store, "book", "--where", condition, "--dry-run", says: hint)
    try expectFailure(
      "update", place.store, "book", "--where", condition, "--set", #"{"pages":1}"#, says: hint)
  }

  @Test func `a command without keys, condition or --all is wrong usage`() throws {
    try expectFailure("delete", place.store, "book", says: "--all")
    try expectFailure("delete", place.store, "book", "1", "--all", says: "--all")
    try expectFailure("delete", place.store, "book", "--all", "--where", "TRUE", says: "--all")
    try expectFailure("update", place.store, "book", "--set", "{}", says: "--all")
  }

  @Test func `--all reaches every row, and a dry run changes none`() throws {
    let dry = try lode("delete", place.store, "book", "--all", "--dry-run")
    #expect(dry.output == "would delete 3 rows: 1, 2, 3\n", "\(dry)")
    let some = try lode(
      "update", place.store, "book", "--where", "pages > 500", "--set", #"{"pages":1}"#,
      "--dry-run", "--json")
    #expect(some.output == #"{"matched":1,"changed":0,"keys":[2]}"# + "\n", "\(some)")
    let keyed = try lode("delete", place.store, "book", "2", "--dry-run")
    #expect(keyed.output == "would delete 1 row: 2\n", "\(keyed)")
    #expect(try lode("query", place.store, "book", "pages = 700", "--count").output == "1\n")
    let updated = try lode("update", place.store, "book", "--all", "--set", #"{"pages":1}"#)
    #expect(updated.output == "changed 3 of 3 rows\n", "\(updated)")
    let deleted = try lode("delete", place.store, "book", "--all", "--json")
    #expect(deleted.output == #"{"matched":3,"deleted":3}"# + "\n", "\(deleted)")
  }

  @Test func `--set refuses a misspelt field, and adds fields only if that is wanted`() throws {
    try expectFailure(
      "update", place.store, "book", "--where", "title = 'Nana'", "--set", #"{"pagse":1}"#,
      says: #"--set: No field "pagse" in "book". Did you mean "pages"?"#)
    let added = try lode(
      "update", place.store, "book", "--where", "title = 'Nana'", "--set", #"{"lent":true}"#,
      "--add-fields")
    #expect(added.output == "changed 1 of 1 row\n", "\(added)")
    #expect(try lode("query", place.store, "book", "lent", "--count").output == "1\n")
  }

  @Test(arguments: [
    ["titel = 'Emma'"], ["--order", "titel"], ["--select", "titel"], ["--group", "titel"],
    ["--sum", "titel"], ["titel = 'Emma'", "--count"], ["titel = 'Emma'", "--explain"],
  ])
  func `a query refuses a misspelt field unless it is lenient`(arguments: [String]) throws {
    let run = try lode(["query", place.store, "book"] + arguments)
    #expect(run.status == 1 && run.errors.contains(#"Did you mean "title"?"#), "\(run)")
    let lenient = try lode(["query", place.store, "book", "--lenient"] + arguments)
    #expect(lenient.status == 0, "\(lenient)")
  }

  @Test func `a search refuses a misspelt field in its condition unless it is lenient`() throws {
    #expect(try lode("index", place.store, "book", "add", "--search", "title").status == 0)
    #expect(try lode("search", place.store, "book", "emma", "--ids").lines == ["1"])
    for text in ["titel = 'Emma'", "$key.title = 'Emma'"] {
      let command = ["search", place.store, "book", "emma", "--ids", "--where", text]
      let run = try lode(command)
      #expect(run.status == 1 && run.errors.contains("No field \"tit"), "\(run)")
      #expect(try lode(command + ["--lenient"]) == Run(status: 0, output: "", errors: ""))
    }
  }

  @Test func `a delete and an update are never lenient`() throws {
    for command in [
      ["delete", place.store, "book", "--where", "titel IS NULL", "--lenient"],
      ["update", place.store, "book", "--all", "--set", #"{"pages":1}"#, "--lenient"],
    ] {
      let run = try lode(command)
      #expect(run.status == 64 && run.errors.contains("--lenient"), "\(run)")
    }
    #expect(try lode("query", place.store, "book", "pages = 1", "--count").output == "0\n")
    #expect(try lode("query", place.store, "book", "--count").output == "3\n")
  }

  @Test func `the error says where the misspelt field is in the condition`() throws {
    try expectFailure(
      "delete", place.store, "book", "--where", "pages > 1 OR titel IS NULL",
      says: #"At character 13: No field "titel" in "book". Did you mean "title"?"#)
    try expectFailure("query", place.store, "book", "TRUE ORDER BY titel", says: "At character 14")
  }

  @Test func `keys, times and revisions of rows are asked for by name`() throws {
    let run = try lode("query", place.store, "book", "$key >= 2", "--select", "$key,title")
    #expect(
      run.lines == [#"{"$key":2,"title":"Ulysses"}"#, #"{"$key":3,"title":"Nana"}"#], "\(run)")
    let grouped = try lode(
      "query", place.store, "book", "$created IS NOT NULL", "--group", "$revision", "--order",
      "$revision", "--json")
    #expect(grouped.lines.count == 3 && grouped.status == 0, "\(grouped)")
    let last = try lode("query", place.store, "book", "--order=-$revision", "--limit", "1")
    #expect(last.output.hasPrefix("3  "), "\(last)")
    let deleted = try lode("delete", place.store, "book", "--where", "$key = 2", "--json")
    #expect(deleted.output == #"{"matched":1,"deleted":1}"# + "\n", "\(deleted)")
  }

  @Test func `the tool advises single quotes for a text in double quotes`() throws {
    let run = try lode("query", place.store, "book", #"title = "Emma""#)
    #expect(run.errors.contains("title = 'Emma'"), "\(run)")
  }

  @Test func `an index of a misspelt field is refused`() throws {
    try expectFailure(
      "index", place.store, "book", "add", "titel", "--unique",
      says: #"No field "titel" in "book". Did you mean "title"?"#)
    for options in [
      ["title", "--where", "titel IS NULL"], ["pages", "--carry", "titel"], ["--search", "titel"],
    ] {
      let run = try lode(["index", place.store, "book", "add"] + options)
      #expect(run.status == 1 && run.errors.contains(#"Did you mean "title"?"#), "\(run)")
    }
    #expect(try lode("index", place.store, "book", "list").output == "no indexes\n")
    let run = try lode("index", place.store, "book", "add", "isbn", "--lenient")
    #expect(run.status == 0, "\(run)")
  }

  @Test(arguments: [
    ["get", "boko", "1"], ["keys", "boko"], ["scan", "boko"], ["query", "boko"],
    ["query", "boko", "title = 'Emma'"], ["search", "boko", "tea"], ["partitions", "boko"],
    ["export", "boko"], ["index", "boko", "list"], ["index", "boko", "add", "title"],
    ["delete", "boko", "1"], ["delete", "boko", "--all"], ["train", "boko"],
    ["delete", "boko", "--where", "title = 'Emma'", "--dry-run"], ["recompress", "boko"],
    ["update", "boko", "--all", "--set", "{}"],
  ])
  func `a collection that does not exist is an error that names the nearest one`(
    command: [String]
  ) throws {
    let run = try lode([command[0], place.store] + command.dropFirst())
    #expect(run.status == 1, "\(run)")
    #expect(
      run.errors.contains(#"There is no collection "boko". Did you mean "book"?"#), "\(run)")
  }
}
