import Foundation
import LodeCoding
import Testing

/// A type with extensions, as it looks in three versions of a program.
private struct Pet: Archivable, Hashable {
  var name: String
  var extensions = ArchiveExtensions()
  static let archiveSchema = ArchiveSchema(
    "Pet", version: 2, fields: [.init("name", String.self)], isExtensible: true)

  init(_ name: String) { self.name = name }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(extensions)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    extensions = try archive.decodeExtensions()
  }

  static let category = ArchiveExtensionField<String>("TestCategory", "categoryString")
  static let legs = ArchiveExtensionField<Int?>("Anatomy", "legs")
  static let home = ArchiveExtensionField<Address>("Anatomy", "home")
}

/// Has a field that `Pet` does not have.
private struct OldPet: Archivable, Equatable {
  var age: Int32
  var nickname: String?
  var name: String
  static let archiveSchema = ArchiveSchema(
    "Pet",
    fields: [
      .init("age", Int32.self), .init("nickname", String?.self), .init("name", String.self),
    ])

  init(_ name: String, age: Int32, nickname: String?) {
    self.name = name
    self.age = age
    self.nickname = nickname
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(age)
    try archive.encode(nickname)
    try archive.encode(name)
  }

  init(from archive: inout ArchiveReader) throws {
    age = try archive.decode(0)
    nickname = try archive.decode(1)
    name = try archive.decode(2)
  }
}

/// Has the field again, wider and under another name.
private struct NewPet: Archivable, Equatable {
  var name: String
  var years: Int
  var nickname: String?
  var weight: Double
  var extensions: ArchiveExtensions
  static let archiveSchema = ArchiveSchema(
    "Pet", version: 3,
    fields: [
      .init("name", String.self), .init("years", Int.self, was: ["age"], default: -1),
      .init("nickname", String?.self), .init("weight", Double.self, default: 1.5),
    ], isExtensible: true)

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(years)
    try archive.encode(nickname)
    try archive.encode(weight)
    try archive.encode(extensions)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    years = try archive.decode(1)
    nickname = try archive.decode(2)
    weight = try archive.decode(3)
    extensions = try archive.decodeExtensions()
  }
}

/// Cannot be archived.
private struct Refusing: ArchivableValue {
  struct Refusal: Error {}
  static var archiveType: ArchiveType { .string }
  func archive(into writer: inout ArchiveWriter) throws { throw Refusal() }
  static func unarchive(from reader: inout ArchiveReader) throws -> Refusing { Refusing() }
}

@Suite("Extensions of a type have fields of their own")
struct ExtensionTests {
  @Test func `what they set is there after archiving, and nil where nothing was set`() throws {
    var pet = Pet("Rex")
    #expect(pet.extensions[Pet.category] == nil)
    pet.extensions[Pet.category] = "hound"
    pet.extensions[Pet.legs] = .some(4)
    pet.extensions[Pet.home] = Address(street: "Kennel", number: 1)
    let back = try again(pet)
    #expect(back == pet)
    #expect(back.extensions[Pet.category] == "hound")
    #expect(back.extensions[Pet.legs] == 4)
    #expect(back.extensions[Pet.home] == Address(street: "Kennel", number: 1))
  }

  @Test func `a nil is something else than no value`() throws {
    var pet = Pet("Rex")
    pet.extensions[Pet.legs] = .some(nil)
    let back = try again(pet)
    #expect(back.extensions[Pet.legs] == .some(nil))
    pet.extensions[Pet.legs] = nil
    #expect(pet == Pet("Rex"))
    #expect(pet.extensions.isEmpty)
  }

  @Test func `the order in which they were set does not count`() throws {
    var (a, b) = (Pet("Rex"), Pet("Rex"))
    a.extensions[Pet.category] = "hound"
    a.extensions[Pet.legs] = 4
    a.extensions[Pet.home] = Address(street: "Kennel", number: 1)
    b.extensions[Pet.home] = Address(street: "Kennel", number: 1)
    b.extensions[Pet.legs] = 3
    b.extensions[Pet.category] = "hound"
    b.extensions[Pet.legs] = 4
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(try Archiver.archive(a) == Archiver.archive(b))
  }

  @Test func `an archive shows them under their labels, in the order of the labels`() throws {
    var pet = Pet("Rex")
    pet.extensions[Pet.category] = "hound"
    pet.extensions[Pet.legs] = 4
    let bytes = try Archiver.archive(pet)
    let archive = try Archive(bytes.span)
    guard case .object(let object) = archive.root else {
      Issue.record("the root is \(archive.root)")
      return
    }
    #expect(
      object.extensions == [
        .init("Anatomy", fields: [.init("legs", type: .optional(.int64), .int(4))]),
        .init("TestCategory", fields: [.init("categoryString", type: .string, .string("hound"))]),
      ])
    #expect(try archive.encoded() == bytes)
  }

  @Test func `a field of another type is nil, and says why where it is asked`() throws {
    var pet = Pet("Rex")
    pet.extensions[Pet.category] = "hound"
    let number = ArchiveExtensionField<Int>("TestCategory", "categoryString")
    #expect(pet.extensions[number] == nil)
    #expect(throws: ArchiveError.self) { try pet.extensions.value(of: number) }
  }

  @Test func `instances of classes cannot be set, and archiving says so`() throws {
    var pet = Pet("Rex")
    let node = ArchiveExtensionField<[Node]>("Anatomy", "bones")
    pet.extensions[node] = [Node("bone")]
    #expect(archiveErrorCode { try Archiver.archive(pet) } == .typeMismatch)
    pet.extensions[node] = nil
    #expect(try again(pet) == pet)
  }

  @Test func `a value that cannot be archived makes archiving fail, not setting`() throws {
    var pet = Pet("Rex")
    pet.extensions[ArchiveExtensionField<Refusing>("A", "b")] = Refusing()
    #expect(archiveErrorCode { try Archiver.archive(pet) } == .wrongFields)
  }

  private func again(_ pet: Pet) throws -> Pet {
    try Unarchiver.unarchive(Pet.self, from: try Archiver.archive(pet))
  }
}

@Suite("Fields that a type has no more are kept")
struct KeptFieldTests {
  @Test func `they go back into the archive with equal value and type`() throws {
    let old = OldPet("Rex", age: 7, nickname: "R")
    let pet = try Unarchiver.unarchive(Pet.self, from: try Archiver.archive(old))
    #expect(pet.extensions[ArchiveExtensionField<Int32>("", "age")] == 7)
    let again = try Unarchiver.unarchive(Pet.self, from: try Archiver.archive(pet))
    #expect(again == pet)
    let bytes = try Archiver.archive(again)
    guard case .object(let object) = try Archive(bytes.span).root else { return }
    #expect(
      object.extensions == [
        .init(
          "",
          fields: [
            .init("age", type: .int32, .int(7)),
            .init("nickname", type: .optional(.string), .string("R")),
          ])
      ])
  }

  @Test
  func `they are read as fields of a type that has them again, and are kept no longer`() throws {
    let old = OldPet("Rex", age: 7, nickname: "R")
    var pet = try Unarchiver.unarchive(Pet.self, from: try Archiver.archive(old))
    pet.extensions[Pet.category] = "hound"
    let new = try Unarchiver.unarchive(NewPet.self, from: try Archiver.archive(pet))
    #expect(new.name == "Rex" && new.years == 7 && new.nickname == "R" && new.weight == 1.5)
    #expect(new.extensions[Pet.category] == "hound")
    #expect(new.extensions[ArchiveExtensionField<Int32>("", "age")] == nil)
    let bytes = try Archiver.archive(new)
    #expect(try Unarchiver.unarchive(NewPet.self, from: bytes) == new)
  }

  @Test func `a field that was never there has its default`() throws {
    let new = try Unarchiver.unarchive(NewPet.self, from: try Archiver.archive(Pet("Rex")))
    #expect(new.years == -1 && new.nickname == nil && new.weight == 1.5)
    #expect(new.extensions.isEmpty)
  }

  @Test func `objects of a later version are refused, not read as old ones`() throws {
    let pet = try Unarchiver.unarchive(NewPet.self, from: try Archiver.archive(Pet("Rex")))
    let bytes = try Archiver.archive(pet)
    #expect(archiveErrorCode { try Unarchiver.unarchive(Pet.self, from: bytes) } == .futureVersion)
  }
}
