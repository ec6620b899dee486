public import LodeCoding
public import LodeSearch
public import LodeStore

// Each a transaction of its own. `DocumentReading` says what the calls do and throw.
extension StoreDocuments {
  /// The documents whose texts match, the best first, with their scores.
  public func search(
    _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<Document>] {
    try search(SearchSelection(SearchTerms(text, mode)).limit(limit))
  }

  /// The documents that a search chooses, in its order, with their scores.
  public func search(_ search: SearchSelection) throws -> [SearchHit<Document>] {
    try store.read { try $0.documents(name, partition: partition).search(search) }
  }

  /// How many documents a search chooses.
  public func count(_ search: SearchSelection) throws -> Int {
    try store.read { try $0.documents(name, partition: partition).count(search) }
  }

  /// The keys of the documents that a search chooses, in its order.
  public func keys(of search: SearchSelection) throws -> [RowKey] {
    try store.read { try $0.documents(name, partition: partition).keys(of: search) }
  }

  /// What is calculated of the documents that a search chooses, for each group that has the same
  /// values at some paths.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ search: SearchSelection
  ) throws -> [QueryGroup] {
    try store.read {
      try $0.documents(name, partition: partition).groups(by: paths, aggregates, search)
    }
  }

  /// Returns the next page of the documents that match a search.
  public func fetchPage(
    _ search: SearchSelection, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<Document> {
    try store.read {
      try $0.documents(name, partition: partition).fetchPage(search, limit: limit, after: token)
    }
  }

  /// The documents whose texts match, the best first, with their scores.
  public func search(
    _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> [SearchHit<Document>] {
    try await search(SearchSelection(SearchTerms(text, mode)).limit(limit))
  }

  /// The documents that a search chooses, in its order, with their scores.
  public func search(_ search: SearchSelection) async throws -> [SearchHit<Document>] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).search(search)
    }
  }

  /// How many documents a search chooses.
  public func count(_ search: SearchSelection) async throws -> Int {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).count(search)
    }
  }

  /// The keys of the documents that a search chooses, in its order.
  public func keys(of search: SearchSelection) async throws -> [RowKey] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).keys(of: search)
    }
  }

  /// What is calculated of the documents that a search chooses, for each group that has the same
  /// values at some paths.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ search: SearchSelection
  ) async throws -> [QueryGroup] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).groups(by: paths, aggregates, search)
    }
  }

  /// Returns the next page of the documents that match a search.
  public func fetchPage(
    _ search: SearchSelection, limit: Int, after token: PageToken? = nil
  ) async throws -> QueryPage<Document> {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).fetchPage(search, limit: limit, after: token)
    }
  }
}
