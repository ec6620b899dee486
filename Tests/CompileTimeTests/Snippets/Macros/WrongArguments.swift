import Foundation
import Lode

// Each model has one mistake, and is used. The compiler must complain of the mistake alone.

enum WrongVersion {
  @Model(version: -2)  // expected-error {{a version must be 0 or greater}}
  struct Person {
    @Key var id: Int
    var name: String
  }

  static func use(_ store: Store) throws { try all(store, Person(id: 1, name: "Ada")) }
  static let query = Person.where { $0.name == "Ada" }.order { $0.id }
}

enum WrongIndexName {
  @Model(indexes: [IndexDefinition("nmae")])  // expected-error {{did you mean "name"?}}
  struct Person {
    @Key var id: Int
    var name: String
  }

  static func use(_ store: Store) throws { try all(store, Person(id: 1, name: "Ada")) }
  static let query = Person.where { $0.name == "Ada" }.order { $0.id }
}

enum WrongSearch {
  @Model
  struct Person {
    @Key var id: Int
    var name: String
    @Searchable var age: Int  // expected-error {{@Searchable needs a String}}
  }

  static func use(_ store: Store) throws { try all(store, Person(id: 1, name: "Ada", age: 3)) }
  static let query = Person.where { $0.age > 3 }.order { $0.id }
}

enum WrongOption {
  @Model
  struct Person {
    @Key var id: Int
    @Index(.foldde) var name: String  // expected-error {{has no member 'foldde'}}
  }

  static func use(_ store: Store) throws { try all(store, Person(id: 1, name: "Ada")) }
  static let query = Person.where { $0.name == "Ada" }.order { $0.id }
}

enum WrongSequence {
  @Model
  struct Person {
    @Key(.sequence) var id: String  // expected-error {{a sequence key must be an integer}}
    var name: String
  }

  static func use(_ store: Store) throws { try all(store, Person(id: "1", name: "Ada")) }
  static let query = Person.where { $0.name == "Ada" }.order { $0.id }
}

enum WrongTimes {
  static let keepsTimes = true

  @Model(timestamps: keepsTimes)  // expected-error {{must be the literal true or false}}
  final class Person {
    @Key let id: Int
    var name: String

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  static func use(_ store: Store) throws {
    try all(store, Person(id: 1, name: "Ada"))
    _ = try store.read { try $0.times(Person.self, 1) }
  }
  static let query = Person.where { $0.name == "Ada" }.order { $0.id }
}

enum NoKey {
  @Model  // expected-error {{a model needs a key}}
  struct Person {
    var id: UUID
    var name: String
  }

  static func use(_ store: Store) throws {
    try all(store, Person(id: UUID(), name: "Ada"))
    _ = try store.get(Person.self, UUID())
  }
  static let query = Person.where { $0.name == "Ada" }.order { $0.id }
}

enum OptionalKey {
  @Model
  struct Seat {
    @Key var row: Int
    @Key var letter: String?  // expected-error {{a key cannot be optional}}
    var name: String
  }

  static func use(_ store: Store) throws {
    try all(store, Seat(row: 1, letter: "a", name: "Ada"))
    _ = try store.get(Seat.self, .init(row: 1, letter: "a"))
  }
}

enum WrongProperty {
  @Archivable
  struct Part {
    var call: () -> Void  // expected-error {{a closure cannot be archived}}
    var name: String
  }

  static func use(_ part: Part) throws -> [UInt8] { try Archiver.archive(part) }
}

enum WrongEnumeration {
  @Archivable(version: -1)  // expected-error {{a version must be 0 or greater}}
  enum Shape {
    case circle(radius: Double)
  }

  static func use(_ shape: Shape) throws -> [UInt8] { try Archiver.archive(shape) }
}

func all<M: Model>(_ store: Store, _ model: M) throws {
  try store.insert(model)
  try store.put(model)
  _ = try store.fetch(Query(M.self))
  _ = try store.count(M.self)
}
