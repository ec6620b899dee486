import LodeModels

/// A question to a store of ``FeatureStore`` whose right answer is known as a digest.
///
/// The name begins with the collection on which the answer depends.
struct FeatureQuestion: Sendable {
  let name: String
  /// Whether the answer also depends on background jobs, and can be compared in a read-only store
  /// only.
  var dependsOnJobs = false
  let answer: @Sendable (ReadTransaction, inout Digest) throws -> Void

  static let all = people + notes + pictures

  /// The error of a question, as the damage runner counts it.
  static func code(of error: any Error) -> String {
    if let error = error as? StoreError { return error.code.rawValue }
    let text = "\(type(of: error))"
    if let error = error as? ArchiveError { return "\(text).\(error.code)" }
    return text
  }
}

extension FeatureQuestion {
  private static let people = [
    FeatureQuestion(name: "people.get") { transaction, digest in
      for id in 0..<FeatureStore.people + 2 * FeatureStore.rounds {
        if let person = try transaction.get(Person.self, id) { digest.add(person) }
        digest.add(id)
      }
    },
    FeatureQuestion(name: "people.getMany") { transaction, digest in
      let ids = Array(0..<FeatureStore.people + 2 * FeatureStore.rounds).reversed()
      for person in try transaction.get(Person.self, keys: ids) {
        if let person { digest.add(person) }
        digest.add(person == nil ? 0 : 1)
      }
    },
    FeatureQuestion(name: "people.forward") { transaction, digest in
      try transaction.forEach(Person.self) { digest.add($0) }
    },
    FeatureQuestion(name: "people.backward") { transaction, digest in
      try transaction.forEach(Person.self, reversed: true) { digest.add($0) }
    },
    FeatureQuestion(name: "people.keys") { transaction, digest in
      for key in try transaction.keys(of: Person.self) { digest.add(key) }
    },
    FeatureQuestion(name: "people.count") { transaction, digest in
      digest.add(try transaction.count(Person.self))
    },
    FeatureQuestion(name: "people.city") { transaction, digest in
      for city in 0...Person.cities {
        let query = try Query<Person>(parsing: "city = 'City \(city)' ORDER BY age DESC")
        for person in try transaction.fetch(query) { digest.add(person) }
      }
    },
    FeatureQuestion(name: "people.cityRange") { transaction, digest in
      let query = try Query<Person>(parsing: "city > 'City 12' AND city < 'City 8'")
      for person in try transaction.fetch(query) { digest.add(person) }
    },
    FeatureQuestion(name: "people.ages") { transaction, digest in
      let query = try Query<Person>(parsing: "age >= 24 AND age < 33 ORDER BY age DESC")
      for person in try transaction.fetch(query) { digest.add(person) }
    },
    FeatureQuestion(name: "people.covered") { transaction, digest in
      let query = try Query<Person>(parsing: "age > 21 ORDER BY age DESC")
      for values in try transaction.select(["age", "name"], query) {
        digest.add(values.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined())
      }
    },
    FeatureQuestion(name: "people.email") { transaction, digest in
      for email in try transaction.fetch(Person.self).map(\.email) {
        let query = try Query<Person>(parsing: "email = '\(email)'")
        for person in try transaction.fetch(query) { digest.add(person) }
      }
    },
    FeatureQuestion(name: "people.counted") { transaction, digest in
      for city in 0...Person.cities {
        digest.add(try transaction.count(Query<Person>(parsing: "city = 'City \(city)'")))
        digest.add(
          try transaction.count(Query<Person>(parsing: "city = 'City \(city)' AND age = 25")))
      }
    },
    FeatureQuestion(name: "people.groups") { transaction, digest in
      let groups = try transaction.groups(
        by: ["city"], [.count, .sum("id"), .minimum("id"), .maximum("id")], Query(Person.self))
      for group in groups { digest.add("\(group.values) \(group.results)") }
    },
    FeatureQuestion(name: "people.condition") { transaction, digest in
      let query = try Query<Person>(
        parsing: "name CONTAINS 'w1' AND id > 50 ORDER BY name LIMIT 20")
      for person in try transaction.fetch(query) { digest.add(person) }
    },
  ]

  private static let notes = [
    FeatureQuestion(name: "notes.get") { transaction, digest in
      for number in 0..<FeatureStore.notes + 4 {
        if let note = try transaction.get(Note.self, Note.slug(number)) { digest.add(note) }
        digest.add(number)
      }
    },
    FeatureQuestion(name: "notes.forward") { transaction, digest in
      try transaction.forEach(Note.self) { digest.add($0) }
    },
    FeatureQuestion(name: "notes.backward") { transaction, digest in
      try transaction.forEach(Note.self, reversed: true) { digest.add($0) }
    },
    FeatureQuestion(name: "notes.count") { transaction, digest in
      digest.add(try transaction.count(Note.self))
    },
    FeatureQuestion(name: "notes.tags") { transaction, digest in
      for tag in 0...Note.allTags {
        let query = try Query<Note>(parsing: "tags CONTAINS 'tag \(tag)'")
        for note in try transaction.fetch(query) { digest.add(note.slug) }
      }
    },
    FeatureQuestion(name: "notes.stars") { transaction, digest in
      for stars in 0...6 {
        digest.add(try transaction.count(Query<Note>(parsing: "stars = \(stars)")))
      }
      let sum = try transaction.aggregate(.sum("stars"), Query(Note.self))
      digest.add("\(sum ?? .null)")
    },
    FeatureQuestion(name: "notes.words") { transaction, digest in
      for word in stride(from: 0, to: 400, by: 6) {
        let slugs = try transaction.keys(of: Note.matching("w\(word)"))
        for slug in slugs.sorted() { digest.add(slug) }
        digest.add(slugs.count)
      }
    },
    FeatureQuestion(name: "notes.searches") { transaction, digest in
      for text in [
        "w1 w2", "w3 OR w250", "w4 NOT w5", "\"w0 w1\"", "w0 NEAR/3 w2", "w39*", "title: w2",
        "text: w7 w8",
      ] {
        let hits = try transaction.search(Note.matching(text))
        for slug in hits.map(\.object.slug).sorted() { digest.add(slug) }
        digest.add(hits.count)
      }
    },
    FeatureQuestion(name: "notes.filtered") { transaction, digest in
      let query = try Query<Note>(parsing: "stars > 2 ORDER BY slug").matching("w1 OR w6")
      for hit in try transaction.search(query) { digest.add(hit.object) }
    },
    FeatureQuestion(name: "notes.ranked", dependsOnJobs: true) { transaction, digest in
      for text in ["w1", "w2 OR w90 OR w200", "w0 w1 w2"] {
        for hit in try transaction.search(Note.matching(text).limit(10)) {
          digest.add("\(hit.object.slug) \(hit.score)")
        }
      }
    },
  ]

  private static let pictures = [
    FeatureQuestion(name: "pictures.get") { transaction, digest in
      for number in 0..<FeatureStore.pictures + 4 {
        if let picture = try transaction.get(Picture.self, Picture.id(number)) {
          digest.add(picture)
        }
        digest.add(number)
      }
    },
    FeatureQuestion(name: "pictures.forward") { transaction, digest in
      try transaction.forEach(Picture.self) { digest.add($0) }
    },
    FeatureQuestion(name: "pictures.backward") { transaction, digest in
      for key in try transaction.keys(of: Picture.self) { digest.add("\(key)") }
      try transaction.forEach(Picture.self, reversed: true) { digest.add($0.label) }
    },
    FeatureQuestion(name: "pictures.count") { transaction, digest in
      digest.add(try transaction.count(Picture.self))
    },
    FeatureQuestion(name: "pictures.labels") { transaction, digest in
      let query = try Query<Picture>(parsing: "label BEGINSWITH 'label 1' ORDER BY label")
      for picture in try transaction.fetch(query) { digest.add(picture.label) }
    },
    FeatureQuestion(name: "pictures.number") { transaction, digest in
      for number in 0..<FeatureStore.pictures {
        let query = try Query<Picture>(parsing: "number = \(number)")
        for picture in try transaction.fetch(query) { digest.add("\(picture.id) \(number)") }
      }
    },
  ]
}
