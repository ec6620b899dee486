import LodeModels
import LodeTestSupport

/// `featurechecker SEED MAX`: the checker of `featureload`; answers as `checker` does.
///
/// The checker is the program that would run the next transaction, so it also finishes a migration
/// that was interrupted.
@Sendable func runFeatureChecker(_ arguments: Arguments) throws -> Int32 {
  var history = ExpectedHistory<FeatureContents>(seed: arguments.seed(0))
  return try answerChecks { root, acked, started in
    try check(root, acked: acked, started: started, &history)
  }
}

private func check(
  _ root: String, acked: Int, started: Int, _ history: inout ExpectedHistory<FeatureContents>
) throws -> Int {
  let path = storePath(root)
  let existing = try openExisting(path, mayBeMissing: acked == 0)
  existing?.close()
  let number = try FeatureLoad.transactionsDone(path)
  guard number >= acked, number <= started else {
    throw Mismatch(description: "\(number) transactions, acknowledged \(acked) of \(started)")
  }
  let phase = FeaturePlan.phase(number + 1)
  let store = try FeatureLoad.open(path, phase)
  defer { store.close() }
  let contents = history.state(number)
  switch phase {
  case .old: try store.compare(contents, as: Person.Old.self)
  case .current: try store.compare(contents, as: Person.self)
  case .new: try store.compare(contents, as: Person.New.self)
  }
  if phase != .old { try store.proveSearchable() }
  try store.proveUsable()
  return existing == nil ? -1 : number
}

extension Store {
  /// Compares every row, and what the indexes find, with the expected contents.
  fileprivate func compare<P: PersonVersion>(_ contents: FeatureContents, as type: P.Type) throws {
    let people = try fetch(type).map(\.person)
    try require(people == contents.people.values.sorted { $0.id < $1.id }, "people differ")
    if type == Person.Old.self { return }
    for city in Set(contents.people.values.map(\.city)) {
      let found = try fetch(Query<P>(parsing: "city = '\(city)'")).map(\.person.id).sorted()
      let expected = contents.people.values.filter { $0.city == city }.map(\.id).sorted()
      try require(found == expected, "people of \(city) are \(found), not \(expected)")
      let count = try count(Query<P>(parsing: "city = '\(city)'"))
      try require(count == expected.count, "counted \(count) people in \(city)")
    }
    let notes = try fetch(Note.self)
    try require(notes.count == contents.notes.count, "\(notes.count) notes")
    for note in notes { try require(contents.notes[note.slug] == note, "\(note.slug) differs") }
    for word in ["w0", "w1", "w7"] {
      let found = try search(Note.matching("text: \(word)")).map(\.object.slug).sorted()
      let expected = contents.notes.values.filter {
        $0.text.split(separator: " ").contains(word[...])
      }
      try require(found == expected.map(\.slug).sorted(), "\(word) found in \(found)")
    }
    let pictures = try fetch(Picture.self)
    try require(pictures.count == contents.pictures.count, "\(pictures.count) pictures")
    for picture in pictures {
      try require(contents.pictures[picture.id] == picture, "picture \(picture.number) differs")
    }
  }

  /// Checks that a new row can be found by its words, and leaves the contents as they were.
  fileprivate func proveSearchable() throws {
    var random = SeededGenerator(seed: 1)
    var note = Note(0, &random)
    (note.slug, note.title) = ("check", "findable")
    try put(note)
    let found = try search(Note.matching("findable")).map(\.object.slug)
    try require(found == ["check"], "a new note is not found")
    try delete(Note.self, "check")
  }

  private func require(_ condition: Bool, _ problem: String) throws {
    if !condition { throw Mismatch(description: problem) }
  }
}
