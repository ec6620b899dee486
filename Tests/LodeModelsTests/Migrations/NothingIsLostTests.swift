import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Migration loses nothing in silence")
struct NothingIsLostTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  private func put(_ archive: Archive, in collection: String) throws {
    let store = try Store(path)
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try transaction[collection].putArchive(try archive.forStore(), forKey: 1)
    }
    store.close()
  }

  private func putNotes(_ ids: ClosedRange<Int> = 1...3) throws {
    let store = try Store(path, models: [Loss.Note.self])
    try store.insert(contentsOf: ids.map { Loss.Note($0, "name \($0)", "note \($0)") })
    store.close()
  }

  @Test func `a row whose key a step changes is found by it, though rows before it stay`() throws {
    try putNotes()
    let other = Archive(.object(ArchivedObject("Other", fields: [.init("x", 1)])))
    let store = try Store(path)
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try transaction["notes"].putArchive(try other.forStore(), forKey: 9)
    }
    store.close()
    let plan = MigrationPlan {
      Step(Loss.LongNote.self, from: 1, to: 2) { record in
        if record["id"] == 2 { record["id"] = 100 }
        record["more"] = 1
      }
    }
    let new = try Store(path, models: [Loss.LongNote.self], migrations: plan)
    #expect(try new.get(Loss.LongNote.self, 1)?.note.note == "note 1")
    #expect(try new.get(Loss.LongNote.self, 100)?.note.note == "note 2")
    #expect(try new.get(Loss.LongNote.self, 2) == nil)
    #expect(try new.read { try $0["notes"].archive(9) } != nil)
    // The row of another type was there before anything kept it out.
    #expect(try new.verify().unreadableRows.map { "\($0.key)" } == ["9"])
  }

  @Test
  func `a row whose key a step changes is found by it though its collection is renamed too`() throws
  {
    try putNotes()
    let plan = MigrationPlan {
      Step(Loss.Memo.self, from: 1, to: 2) { record in
        if record["id"] == 2 { record["id"] = 100 }
      }
      Step("rename") { try $0.rename("notes", to: "memos") }
    }
    let new = try Store(path, models: [Loss.Memo.self], migrations: plan)
    #expect(try new.get(Loss.Memo.self, 1)?.note.note == "note 1")
    #expect(try new.get(Loss.Memo.self, 100)?.note.note == "note 2")
    #expect(try new.get(Loss.Memo.self, 2) == nil)
  }

  @Test
  func `a row that gets a key of other fields beside rows of other types is found by it`() throws {
    try putNotes()
    try put(Archive(.object(ArchivedObject("Other", fields: [.init("x", 1)]))), in: "notes")
    let plan = MigrationPlan {
      Step(Loss.NamedNote.self, from: 1, to: 3) { $0.remove("note") }
    }
    let new = try Store(path, models: [Loss.NamedNote.self], migrations: plan)
    #expect(try new.get(Loss.NamedNote.self, "name 2")?.id == 2)
    #expect(try new.read { try $0["notes"].archive(1) }?.root["x"] == 1)
  }

  @Test
  func `a field that needed a step and had none is not lost on the way to another key`() throws {
    try Store(path, models: [Loss.Note.self]).close()
    let store = try Store(path)
    try store.insert(Loss.LongNote(Loss.Note(1, "name", "note")))
    store.close()
    let plan = MigrationPlan { Step(Loss.NamedNote.self, from: 1, to: 2) { _ in } }
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [Loss.NamedNote.self], migrations: plan)
    }
    #expect(error?.code == .needed)
    #expect(try Store(path).get(Loss.LongNote.self, 1)?.note.note == "note")
  }

  @Test
  func `fields of a nested type that the program does not name stay in rows that steps change`()
    throws
  {
    let address = ArchivedObject("Address", fields: [.init("street", "S"), .init("fax", "F")])
    try put(
      Archive(
        .object(ArchivedObject("Owner", fields: [.init("id", 1), .init("home", .object(address))]))),
      in: "owners")
    let plan = MigrationPlan {
      Step(Loss.Owner<Loss.Address>.self, from: 1, to: 2) { $0.rename("home", to: "part") }
    }
    let new = try Store(path, models: [Loss.Owner<Loss.Address>.self], migrations: plan)
    #expect(try new.get(Loss.Owner<Loss.Address>.self, 1)?.part.street == "S")
    #expect(try new.read { try $0["owners"].archive(1) }?.root["part"]?["fax"] == "F")
  }

  @Test
  func `values of a case that the program does not have any more stay in rows that steps change`()
    throws
  {
    let text = ArchivedObject(
      "Choice", kind: .enumCase("text"), fields: [.init("a", "A"), .init("b", "B")])
    try put(
      Archive(
        .object(ArchivedObject("Owner", fields: [.init("id", 1), .init("part", .object(text))]))),
      in: "owners")
    let plan = MigrationPlan { Step(Loss.Owner<Loss.Choice>.self, from: 1, to: 2) { _ in } }
    let new = try Store(path, models: [Loss.Owner<Loss.Choice>.self], migrations: plan)
    #expect(try new.get(Loss.Owner<Loss.Choice>.self, 1)?.id == 1)
    #expect(try new.read { try $0["owners"].archive(1) }?.root["part"]?["b"] == "B")
  }

  @Test
  func `rows of a type that got another name together with its collection are not left behind`()
    throws
  {
    try putNotes()
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [Loss.Memo.self])
    }
    #expect(error?.code == .needed && error?.collection == "notes")
    let plan = MigrationPlan { Step("rename") { try $0.rename("notes", to: "memos") } }
    let new = try Store(path, models: [Loss.Memo.self], migrations: plan)
    #expect(try new.get(Loss.Memo.self, 2)?.note.note == "note 2")
  }

  @Test
  func `fields of extensions stay when a step makes another value of the whole object`() throws {
    let old = ArchivedObject(
      "Kept", fields: [.init("id", 1)], extensions: [.init("label", fields: [.init("e", 5)])])
    try put(Archive(.object(old)), in: "kept")
    let plan = MigrationPlan {
      Step(Loss.First.self, to: Loss.Second.self) { Loss.Second(id: $0.id + 1) }
    }
    let object = try Store(path, models: [], migrations: plan).read { try $0["kept"].archive(1) }?
      .root.object
    #expect(object?.version == 2 && object?["id"] == 2)
    #expect(object?.extensions?.first?.fields.first?.value == 5)
  }

  @Test
  func `elements of a set that a step makes equal are refused rather than becoming one`() throws {
    let elements = [1, 2].map { number in
      ArchiveValue.object(ArchivedObject("Part", fields: [.init("n", .int(number))]))
    }
    let owner = ArchivedObject("Owner", fields: [.init("parts", .set(Set(elements)))])
    try put(Archive(.object(owner)), in: "owners")
    let plan = MigrationPlan { Step("Part", from: 1, to: 2) { $0.remove("n") } }
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [], migrations: plan)
    }
    #expect((error?.cause as? ArchiveError)?.code == .equalElements)
  }

  @Test func `a row of very many linked instances comes through, the last first`() throws {
    let count = 2_000
    let objects = (1...count).map { number in
      ArchivedObject(
        "Node", kind: .class(superclass: nil),
        fields: [
          .init("number", .int(Int64(number))),
          .init("next", type: .optional(.object), number < count ? .reference(number + 1) : .null),
        ])
    }
    try put(Archive(.reference(1), objects: objects), in: "nodes")
    let plan = MigrationPlan {
      Step("Node", from: 1, to: 2) { record in
        let rest = record.object("next")?["rest"]?.int ?? 0
        record["rest"] = .int(Int64(rest + 1))
      }
    }
    let new = try Store(path, models: [], migrations: plan)
    #expect(
      try new.read { try $0["nodes"].archive(1) }?.objects.first??["rest"] == .int(Int64(count)))
  }

  @Test func `two models of one type are opened in whichever order they are named`() throws {
    let models: [any Model.Type] = [Loss.Note.self, Loss.OldNote.self]
    let store = try Store(path, models: models)
    try store.insert(Loss.Note(1, "name"))
    store.close()
    try Store(path, models: models.reversed()).close()
    #expect(try Store(path, models: models).count(Loss.Note.self) == 1)
  }

  @Test func `a blob moves with its row to another key`() throws {
    let blob = Blob(Data(repeating: 7, count: 100_000))
    let picture = try ArchiveValue(archiving: blob)
    let old = ArchivedObject("Owner", fields: [.init("id", 1), .init("part", picture)])
    try put(Archive(.object(old)), in: "owners")
    let plan = MigrationPlan {
      Step(Loss.Owner<Blob>.self, from: 1, to: 2) { $0["id"] = 5 }
    }
    let new = try Store(path, models: [Loss.Owner<Blob>.self], migrations: plan)
    #expect(try new.get(Loss.Owner<Blob>.self, 5)?.part == blob)
    #expect(try new.verify().isSound)
  }

  @Test
  func `a damaged row keeps a store from nothing but itself, and hides no row that needs a step`()
    throws
  {
    try putNotes()
    for name in try names(in: path) {
      var bytes = try contents(of: path + "/" + name)
      while let range = bytes.range(of: Data("note 2".utf8)) {
        bytes[range.lowerBound] = UInt8(ascii: "X")
      }
      try write(bytes, to: path + "/" + name)
    }
    let store = try Store(path, models: [Loss.LongNote.self])
    #expect(try store.get(Loss.LongNote.self, 3)?.note.note == "note 3")
    #expect(throws: StoreError.self) { try store.get(Loss.LongNote.self, 2) }
    store.close()
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [Loss.NamedNote.self])
    }
    #expect(error?.code == .needed)
  }

  @Test
  func `a field of a row that needed no step for one version is not lost with the next`() throws {
    try putNotes()
    try Store(path, models: [Loss.LongNote.self]).close()
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [Loss.NamedNote.self])
    }
    #expect(error?.code == .needed && error?.differences.first?.old.version == 1)
    #expect(try Store(path).get(Loss.Note.self, 1)?.note == "note 1")
  }
}
