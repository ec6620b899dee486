#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import Testing

  @Suite("What @Archivable writes for structs and enums archives and reads them")
  struct StructRoundTripTests {
    private func copy<T: ArchivableValue>(_ value: T) throws -> T {
      try Unarchiver.unarchive(T.self, from: Archiver.archive(value))
    }

    @Test
    func `every field of a struct comes back, and what is ignored is as at the beginning`() throws {
      var person = Person(id: UUID(), address: "a@b", a: 1, b: 2)
      person.nickname = "Ada"
      person.tags = ["x", "y"]
      person.home = Person.Home(street: "Main", number: nil)
      person.archive = "left"
      person.default = false
      person.close()
      #expect(person.isSelected)
      let read = try copy(person)
      #expect(!read.isSelected)
      person.isSelected = false
      #expect(read == person)
    }

    @Test func `the schema says what the attributes said`() {
      let schema = Person.archiveSchema
      #expect(
        schema.description
          == "Person 2 (id: uuid, mail: string, age: int64, nickname: string?, secret: string, "
          + "tags: [string], home: object?, archive: string, default: bool, a: double, b: double)")
      #expect(schema.fields[1].formerNames == ["email"])
      #expect(Person.Home.archiveSchema.name == "Person.Home")
      #expect(Person.ArchiveFields.age == ArchivedField<Person, Int>(2))
    }

    @Test func `a transform is asked in both directions, and may refuse`() throws {
      let item = try copy(Item(price: Money(cents: 250), range: (3, 4)))
      #expect(item.price == Money(cents: 250) && item.tax == Money(cents: 7))
      #expect(item.range?.0 == 3 && item.range?.1 == 4)
      #expect(throws: Cents.NegativeMoney.self) { try copy(Item(price: Money(cents: -1))) }
    }

    /// A type with such a property did not compile.
    @Test func `a property of a type that is only codable can have another name`() throws {
      let wall = Wall(paint: Paint(red: 7), trim: Paint(red: 9))
      #expect(try copy(wall) == wall)
      #expect(Wall.archiveSchema.fields.map(\.name) == ["colour", "edge"])
      #expect(Wall.archiveSchema.fields.map(\.property) == ["paint", "trim"])
    }

    @Test func `property wrappers wrap what was read`() throws {
      #expect(try copy(Dial(value: 7)) == Dial(value: 7))
    }

    @Test func `a generic type has a schema and a name for each of its arguments`() throws {
      #expect(try copy(Box(content: 7)) == Box(content: 7))
      #expect(try copy(Box(content: ["a"], other: [])) == Box(content: ["a"], other: []))
      #expect(Box<Int>.archiveSchema === Box<Int>.archiveSchema)
      #expect(Box<Int>.archiveSchema.name == "Box<Int>")
      #expect(Box<[Person.Home]>.archiveSchema.name == "Box<Array<Person.Home>>")
      let lid = Box<String>.Lid(colour: .green, inside: ["z"])
      #expect(try copy(lid) == lid)
      #expect(Box<String>.Lid.archiveSchema.name == "Box.Lid<String>")
    }

    @Test func `a nested type may name what stands beside it`() throws {
      let sock = Drawer.Sock(pairs: 7, kind: .long(Drawer.Size(width: 9)))
      #expect(try copy(sock) == sock)
      #expect(Drawer.Sock.Kind.archiveSchemas[1].name == "Drawer.Sock.Kind")
    }

    @Test func `a private type inside a private type is archived`() throws {
      #expect(try archivesOfHidden())
    }

    @Test func `raw values, payloads and bare cases come back`() throws {
      #expect(try copy(Colour.green) == .green)
      let shapes: [Shape] = [
        .empty, .circle(radius: 1.5, .red), .circle(radius: 2), .dot(9),
        .group([.empty, .group([], in: 1, archive: "b")], in: 2, archive: "a"),
      ]
      #expect(try copy(shapes) == shapes)
      #expect(try copy([Direction.up, .down]) == [.up, .down])
      #expect(try copy(Only.one(3)) == .one(3))
      #expect(try copy(Either<Int, String>.right("r")) == .right("r"))
      #expect(try copy(Nothing()) == Nothing())
      #expect(Shape.archiveSchemas.last?.description == "Shape.round 1 (_0: int64)")
    }
  }
#endif
