public import LodeCoding
public import LodeStore

// Each a transaction of its own. `ModelReading` and `DocumentReading` say what the calls do and
// throw.
extension ModelStoring {
  /// Returns the next page of the models that match a query.
  public func fetchPage<M: Model>(
    _ query: Query<M>, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<M> {
    try store.read { try $0.partition(partition).fetchPage(query, limit: limit, after: token) }
  }

  /// Returns the next page of the models that match a query.
  public func fetchPage<M: Model & Sendable>(
    _ query: Query<M>, limit: Int, after token: PageToken? = nil
  ) async throws -> QueryPage<M> {
    try await store.read { [partition] in
      try $0.partition(partition).fetchPage(query, limit: limit, after: token)
    }
  }

  /// The models that a query chooses, in sections of the same value at a path.
  public func sections<M: Model>(
    by path: ArchivePath, _ query: Query<M>
  ) throws -> [QuerySection<M>] {
    try store.read { try $0.partition(partition).sections(by: path, query) }
  }

  /// The models that a query chooses, in sections of the same value at a path.
  public func sections<M: Model & Sendable>(
    by path: ArchivePath, _ query: Query<M>
  ) async throws -> [QuerySection<M>] {
    try await store.read { [partition] in try $0.partition(partition).sections(by: path, query) }
  }
}

extension StoreDocuments {
  /// Returns the next page of the documents that match a selection.
  public func fetchPage(
    _ selection: Selection, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<Document> {
    try store.read {
      try $0.documents(name, partition: partition).fetchPage(selection, limit: limit, after: token)
    }
  }

  /// Returns the next page of the documents that match a selection.
  public func fetchPage(
    _ selection: Selection, limit: Int, after token: PageToken? = nil
  ) async throws -> QueryPage<Document> {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).fetchPage(selection, limit: limit, after: token)
    }
  }

  /// The documents that a selection chooses, in sections of the same value at a path.
  public func sections(
    by path: ArchivePath, _ selection: Selection = Selection()
  ) throws -> [QuerySection<Document>] {
    try store.read {
      try $0.documents(name, partition: partition).sections(by: path, selection)
    }
  }

  /// The documents that a selection chooses, in sections of the same value at a path.
  public func sections(
    by path: ArchivePath, _ selection: Selection = Selection()
  ) async throws -> [QuerySection<Document>] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).sections(by: path, selection)
    }
  }
}
