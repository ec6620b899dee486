public import LodeCoding
public import LodeStore

// Reads away from the calling actor, writes on the store's writer thread.
extension StoreDocuments {
  /// The document at a key, or `nil` when there is none.
  public func get(
    _ key: some KeyConvertible & Sendable
  ) async throws -> Document? {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).get(key)
    }
  }

  /// The documents at some keys, each at its key's position, `nil` where there is none.
  public func get<K: KeyConvertible & SendableMetatype>(
    keys: some Sequence<K> & Sendable
  ) async throws -> [Document?] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).get(keys: keys)
    }
  }

  /// Whether there is a document at a key.
  public func contains(
    _ key: some KeyConvertible & Sendable
  ) async throws -> Bool {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).contains(key)
    }
  }

  /// The keys of the documents in a range, in key order, or from the highest down.
  ///
  /// - Complexity: O(log n + k), and O(bytes) for the checksums; no document is made.
  /// - Throws: `StoreError` with `damaged`.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) async throws -> [RowKey] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).keys(range, reversed: reversed, limit: limit)
    }
  }

  /// The documents that pass, sorted.
  public func all(
    keys: KeyRange = .all, where isIncluded: (@Sendable (Document) throws -> Bool)? = nil,
    sortedBy orders: [DocumentOrder] = [], limit: Int? = nil
  ) async throws -> [Document] {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).all(
        keys: keys, where: isIncluded, sortedBy: orders, limit: limit)
    }
  }

  /// The document with the lowest key that passes, or `nil` when there is none.
  public func first(
    where isIncluded: (@Sendable (Document) throws -> Bool)? = nil
  ) async throws -> Document? {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).first(where: isIncluded)
    }
  }

  /// Some fields of the document at a key; `nil` when there is none.
  public func fields(
    _ names: [String], at key: some KeyConvertible & Sendable
  ) async throws -> [String: ArchiveValue]? {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).fields(names, at: key)
    }
  }

  /// Makes a document with a new key, a time-ordered UUID, and returns it.
  @discardableResult
  public func add(
    _ fields: [String: ArchiveValue]
  ) async throws -> Document {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).add(fields)
    }
  }

  /// Makes documents with new keys, all of them or none, and returns them.
  @discardableResult
  public func add(
    contentsOf all: some Sequence<[String: ArchiveValue]> & Sendable
  ) async throws -> [Document] {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).add(contentsOf: all)
    }
  }

  /// Makes a document at a key that is not there, and returns it.
  @discardableResult
  public func insert(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible & Sendable
  ) async throws -> Document {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).insert(fields, forKey: key)
    }
  }

  /// Makes or overwrites the document at a key.
  @discardableResult
  public func put(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible & Sendable
  ) async throws -> PutOutcome {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).put(fields, forKey: key)
    }
  }

  /// Sets some fields of the document at a key, if there is one, and leaves the others.
  @discardableResult
  public func update(
    _ key: some KeyConvertible & Sendable, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).update(key, set: fields)
    }
  }

  /// Changes the fields of the document at a key, if there is one.
  @discardableResult
  public func update(
    _ key: some KeyConvertible & Sendable,
    _ change: @escaping @Sendable (inout [String: ArchiveValue]) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).update(key, change)
    }
  }

  /// Sets some fields of every document that passes.
  @discardableResult
  public func update(
    where isIncluded: @escaping @Sendable (Document) throws -> Bool,
    set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).update(where: isIncluded, set: fields)
    }
  }

  /// Sets the fields of every document that passes, or makes one document of them when none does.
  @discardableResult
  public func createOrUpdate(
    _ fields: [String: ArchiveValue],
    where isIncluded: @escaping @Sendable (Document) throws -> Bool
  ) async throws -> (created: Document?, updated: UpdateOutcome) {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).createOrUpdate(fields, where: isIncluded)
    }
  }

  /// Deletes the document of a key, and returns whether the document existed.
  @discardableResult
  public func remove(
    _ key: some KeyConvertible & Sendable
  ) async throws -> Bool {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).remove(key)
    }
  }

  /// Deletes every document that passes; says how many did.
  @discardableResult
  public func remove(
    where isIncluded: @escaping @Sendable (Document) throws -> Bool
  ) async throws -> Int {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).remove(where: isIncluded)
    }
  }

  /// Deletes all documents; says how many there were.
  @discardableResult
  public func removeAll() async throws -> Int {
    try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).removeAll()
    }
  }
}
