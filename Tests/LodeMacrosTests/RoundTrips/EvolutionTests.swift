#if Macros
  import Lode
  import LodeCoding
  import Testing

  @Archivable("note", version: 1)
  private struct OldNote {
    var text: String
    var email: String
  }

  @Archivable("note", version: 2, was: ["memo"])
  private struct Note {
    var priority: Int? = 3
    var text: String
    @Stored("mail", was: "email") var address: String
    var stars = 5
    var colour: Colour = .green
    var author: String?
    @Transformed(by: Cents.self) var price = Money(cents: 9)
  }

  @Archivable("note", version: 3)
  private struct StrictNote {
    var text: String
    var editor: String
  }

  @Archivable("memo")
  private struct Memo {
    var text: String
    var mail = "m"
  }

  @Archivable("note", version: 4)
  private struct OpenNote {
    var text: String
    var extensions = ArchiveExtensions()
  }

  @Suite("Types of other versions are read by name, with initial values for what is missing")
  struct EvolutionTests {
    @Test
    func `what an older archive lacks has its initial value, and former names are found`() throws {
      let bytes = try Archiver.archive(OldNote(text: "t", email: "e"))
      let note = try Unarchiver.unarchive(Note.self, from: bytes)
      #expect(note.text == "t" && note.address == "e" && note.stars == 5 && note.colour == .green)
      #expect(note.priority == 3 && note.author == nil && note.price == Money(cents: 9))
    }

    @Test func `a nil that was archived stays nil, whatever the initial value`() throws {
      var note = Note(text: "t", address: "e")
      note.priority = nil
      #expect(
        try Unarchiver.unarchive(Note.self, from: Archiver.archive(note)).priority == nil)
    }

    @Test func `extensions keep the fields that the type does not have`() throws {
      let bytes = try Archiver.archive(Note(text: "t", address: "e"))
      let note = try Unarchiver.unarchive(OpenNote.self, from: bytes)
      #expect(!note.extensions.isEmpty)
      let again = try Unarchiver.unarchive(OpenNote.self, from: Archiver.archive(note))
      #expect(again.text == "t" && again.extensions == note.extensions)
    }

    @Test func `a field without an initial value is missed`() throws {
      let bytes = try Archiver.archive(OldNote(text: "t", email: "e"))
      #expect(throws: ArchiveError.self) {
        try Unarchiver.unarchive(StrictNote.self, from: bytes)
      }
    }

    @Test func `the former name of a type is known`() throws {
      let bytes = try Archiver.archive(Memo(text: "t"))
      #expect(try Unarchiver.unarchive(Note.self, from: bytes).address == "m")
    }
  }
#endif
