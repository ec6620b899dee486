import LodeModels

/// `featureload ROOT COUNT SEED`: a workload with indexes, search, blobs, migrations, and
/// compaction.
///
/// The program is an old one at first, then one that migrates all rows when it opens the store,
/// then one that migrates rows while it works.
@Sendable func runFeatureLoad(_ arguments: Arguments) throws -> Int32 {
  let path = storePath(arguments.text(0))
  let count = arguments.number(1)
  let marks = try Marks(arguments.option("mark") ?? arguments.text(0) + "/w.ack")
  var number = try FeatureLoad.transactionsDone(path) + 1
  while number <= count {
    let phase = FeaturePlan.phase(number)
    let store = try FeatureLoad.open(path, phase)
    while number <= count, FeaturePlan.phase(number) == phase {
      let plan = FeaturePlan(seed: arguments.seed(2), number: number)
      try FeatureLoad.run(plan.job, in: store)
      marks.write("START \(number)")
      try FeatureLoad.perform(plan, in: store)
      marks.write("ACK \(number)")
      number += 1
    }
    store.close()
  }
  return 0
}

enum FeatureLoad {
  /// The number of transactions in a store, which is made if it is missing.
  static func transactionsDone(_ path: String) throws -> Int {
    let store = try Store(path)
    defer { store.close() }
    return try store.transactionsDone()
  }

  /// Opens the store as a version of the program does.
  static func open(_ path: String, _ phase: FeaturePlan.Phase) throws -> Store {
    switch phase {
    case .old:
      return try Store(path, models: [Person.Old.self])
    case .current:
      return try FeatureStore.open(path, options: StoreOptions())
    case .new:
      let store = try Store(
        path, models: [Person.New.self, Note.self, Picture.self], migrations: Person.New.plan,
        migrating: .online)
      while try !store.migrateRows().isDone {}
      try store.buildIndexes()
      return store
    }
  }

  static func run(_ job: FeaturePlan.Job?, in store: Store) throws {
    let extra = IndexDefinition("title", name: "ordered title").carrying("stars")
    switch job {
    case .createIndex:
      try store.createIndex(extra, on: Note.collectionName)
      try store.buildIndexes()
    case .dropIndex: try store.dropIndex(extra.name, on: Note.collectionName)
    case .compact: try store.compactSearch(blocks: 2)
    case .train: try store.trainDictionary(for: Note.collectionName)
    case .recompress: try store.recompress()
    case nil: break
    }
  }

  static func perform(_ plan: FeaturePlan, in store: Store) throws {
    try store.write { transaction in
      for change in plan.changes { try apply(change, of: plan, to: &transaction) }
      let number = try transaction[Plan.counterCollection].increment(Plan.counterKey)
      guard number == plan.number else {
        throw Mismatch(description: "transaction \(plan.number) counted \(number)")
      }
    }
  }

  private static func apply(
    _ change: FeaturePlan.Change, of plan: FeaturePlan, to transaction: inout WriteTransaction
  ) throws {
    switch change {
    case .put(let person):
      switch plan.phase {
      case .old: try transaction.put(Person.Old(person))
      case .current: try transaction.put(person)
      case .new: try transaction.put(Person.New(person))
      }
    case .deletePerson(let id):
      switch plan.phase {
      case .old: try transaction.delete(Person.Old.self, id)
      case .current: try transaction.delete(Person.self, id)
      case .new: try transaction.delete(Person.New.self, id)
      }
    case .note(let note): try transaction.put(note)
    case .deleteNote(let slug): try transaction.delete(Note.self, slug)
    case .picture(let picture): try transaction.put(picture)
    case .deletePicture(let id): try transaction.delete(Picture.self, id)
    }
  }
}
