import LodeModels
import LodeTestSupport

/// The writes that a probe makes in a store of ``FeatureStore``: one commit for each collection, so
/// that a collection is as before or as after its commit, whatever fails.
struct FeatureChange {
  let collection: String
  let run: @Sendable (inout WriteTransaction) throws -> Void

  static let all = [
    FeatureChange(collection: Person.collectionName, run: changePeople),
    FeatureChange(collection: Note.collectionName, run: changeNotes),
    FeatureChange(collection: Picture.collectionName, run: changePictures),
  ]

  @Sendable private static func changePeople(_ transaction: inout WriteTransaction) throws {
    var random = SeededGenerator(seed: 1)
    for number in 0..<8 { try transaction.insert(Person(10_000 + number, &random)) }
    for number in stride(from: 1, to: FeatureStore.people, by: 37) {
      try transaction.update(Person.self, number) { person in
        person.age = 30
        person.city = "City 1"
      }
    }
    for number in stride(from: 3, to: FeatureStore.people, by: 53) {
      try transaction.delete(Person.self, number)
    }
    try transaction.delete(Query<Person>(parsing: "city = 'City 3' AND age < 24"))
  }

  @Sendable private static func changeNotes(_ transaction: inout WriteTransaction) throws {
    var random = SeededGenerator(seed: 2)
    for number in 0..<5 { try transaction.insert(Note(10_000 + number, &random)) }
    for number in stride(from: 2, to: FeatureStore.notes, by: 31) {
      try transaction.put(Note(number, &random))
    }
    for number in stride(from: 4, to: FeatureStore.notes, by: 41) {
      try transaction.delete(Note.self, Note.slug(number))
    }
  }

  @Sendable private static func changePictures(_ transaction: inout WriteTransaction) throws {
    var random = SeededGenerator(seed: 3)
    for number in 0..<4 { try transaction.insert(Picture(10_000 + number, &random)) }
    // One blob that no other row has.
    var picture = Picture(10_100, &random)
    picture.image = Blob(Words.bytes(7_000, &random))
    try transaction.insert(picture)
    for number in stride(from: 1, to: FeatureStore.pictures, by: 11) {
      try transaction.delete(Picture.self, Picture.id(number))
    }
  }
}
