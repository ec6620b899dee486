public import LodeCoding
public import LodeStore

// Reads away from the calling actor, writes on the store's writer thread. `DocumentReading` and
// `DocumentWriting` say what the calls do and throw.
extension StoreDocuments {
  /// The documents that a selection chooses.
  public func fetch(
    _ selection: Selection
  ) async throws -> [Document] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).fetch(selection)
    }
  }

  /// The first of the documents that a selection chooses, or `nil` when there is none.
  public func first(
    _ selection: Selection
  ) async throws -> Document? {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).first(selection)
    }
  }

  /// How many documents a selection chooses.
  public func count(
    _ selection: Selection
  ) async throws -> Int {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).count(selection)
    }
  }

  /// Whether a selection chooses any document.
  public func exists(
    _ selection: Selection
  ) async throws -> Bool {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).exists(selection)
    }
  }

  /// The values at some paths of the documents that a selection chooses, by the paths' text;
  /// without those that are nil.
  public func select(
    _ paths: [ArchivePath], distinct: Bool = false, _ selection: Selection = Selection()
  ) async throws -> [[String: ArchiveValue]] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).select(paths, distinct: distinct, selection)
    }
  }

  /// What is calculated of the documents that a selection chooses.
  public func aggregate(
    _ aggregate: Aggregate, _ selection: Selection = Selection()
  ) async throws -> ArchiveValue? {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).aggregate(aggregate, selection)
    }
  }

  /// What is calculated of the documents that a selection chooses, for each group that has the same
  /// values at some paths.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ selection: Selection = Selection()
  ) async throws -> [QueryGroup] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).groups(by: paths, aggregates, selection)
    }
  }

  /// Sets some fields of every document that a selection chooses.
  @discardableResult
  public func update(
    _ selection: Selection, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).update(selection, set: fields)
    }
  }

  /// Deletes every document that a selection chooses; says how many there were.
  @discardableResult
  public func remove(
    _ selection: Selection
  ) async throws -> Int {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).remove(selection)
    }
  }
}
