public import LodeCoding
public import LodeStore

/// A collection of documents in a store: each call on it is a transaction of its own.
///
/// ```swift
/// let pets = store.documents("pets")
/// try pets.add(["name": "Rex", "age": 3])
/// let changed = try pets.update(where: { $0["name"] == "Rex" }, set: ["age": 4]).changed
/// let old = try pets.all(sortedBy: [.descending("age")], limit: 10)
/// ```
///
/// The calls have the names that they have in transactions; ``DocumentReading`` and
/// ``DocumentWriting`` say what they do and what they throw. Each has an asynchronous form.
public struct StoreDocuments: Sendable {
  /// The store.
  public let store: Store
  /// The name of the collection.
  public let name: String
  /// The partition; `nil` for the rows of none.
  public let partition: String?

  /// The number of documents.
  public var count: Int {
    get throws { try store.read { try $0.documents(name, partition: partition).count } }
  }

  /// The document at a key, or `nil` when there is none.
  public func get(
    _ key: some KeyConvertible
  ) throws -> Document? {
    try store.read { try $0.documents(name, partition: partition).get(key) }
  }

  /// The documents at some keys, each at its key's position, `nil` where there is none.
  public func get(
    keys: some Sequence<some KeyConvertible>
  ) throws -> [Document?] {
    try store.read { try $0.documents(name, partition: partition).get(keys: keys) }
  }

  /// Whether there is a document at a key.
  public func contains(
    _ key: some KeyConvertible
  ) throws -> Bool {
    try store.read { try $0.documents(name, partition: partition).contains(key) }
  }

  /// The keys of the documents in a range, in key order, or from the highest down.
  ///
  /// - Complexity: O(log n + k), and O(bytes) for the checksums; no document is made.
  /// - Throws: `StoreError` with `damaged`.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [RowKey] {
    try store.read {
      try $0.documents(name, partition: partition).keys(range, reversed: reversed, limit: limit)
    }
  }

  /// The documents that pass, sorted.
  public func all(
    keys: KeyRange = .all, where isIncluded: ((Document) throws -> Bool)? = nil,
    sortedBy orders: [DocumentOrder] = [], limit: Int? = nil
  ) throws -> [Document] {
    try store.read {
      try $0.documents(name, partition: partition).all(
        keys: keys, where: isIncluded, sortedBy: orders, limit: limit)
    }
  }

  /// The document with the lowest key that passes, or `nil` when there is none.
  public func first(
    where isIncluded: ((Document) throws -> Bool)? = nil
  ) throws -> Document? {
    try store.read { try $0.documents(name, partition: partition).first(where: isIncluded) }
  }

  /// Some fields of the document at a key; `nil` when there is none.
  public func fields(
    _ names: [String], at key: some KeyConvertible
  ) throws -> [String: ArchiveValue]? {
    try store.read { try $0.documents(name, partition: partition).fields(names, at: key) }
  }

  /// Makes a document with a new key, a time-ordered UUID, and returns it.
  @discardableResult
  public func add(
    _ fields: [String: ArchiveValue]
  ) throws -> Document {
    try store.write { try $0.documents(name, partition: partition).add(fields) }
  }

  /// Makes documents with new keys, all of them or none, and returns them.
  @discardableResult
  public func add(
    contentsOf all: some Sequence<[String: ArchiveValue]>
  ) throws -> [Document] {
    try store.write { try $0.documents(name, partition: partition).add(contentsOf: all) }
  }

  /// Makes a document at a key that is not there, and returns it.
  @discardableResult
  public func insert(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible
  ) throws -> Document {
    try store.write { try $0.documents(name, partition: partition).insert(fields, forKey: key) }
  }

  /// Makes or overwrites the document at a key.
  @discardableResult
  public func put(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible
  ) throws -> PutOutcome {
    try store.write { try $0.documents(name, partition: partition).put(fields, forKey: key) }
  }

  /// Sets some fields of the document at a key, if there is one, and leaves the others.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try store.write { try $0.documents(name, partition: partition).update(key, set: fields) }
  }

  /// Changes the fields of the document at a key, if there is one.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, _ change: (inout [String: ArchiveValue]) throws -> Void
  ) throws -> UpdateOutcome {
    try store.write { try $0.documents(name, partition: partition).update(key, change) }
  }

  /// Sets some fields of every document that passes.
  @discardableResult
  public func update(
    where isIncluded: (Document) throws -> Bool, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try store.write {
      try $0.documents(name, partition: partition).update(where: isIncluded, set: fields)
    }
  }

  /// Sets the fields of every document that passes, or makes one document of them when none does.
  @discardableResult
  public func createOrUpdate(
    _ fields: [String: ArchiveValue], where isIncluded: (Document) throws -> Bool
  ) throws -> (created: Document?, updated: UpdateOutcome) {
    try store.write {
      try $0.documents(name, partition: partition).createOrUpdate(fields, where: isIncluded)
    }
  }

  /// Deletes the document of a key, and returns whether the document existed.
  @discardableResult
  public func remove(
    _ key: some KeyConvertible
  ) throws -> Bool {
    try store.write { try $0.documents(name, partition: partition).remove(key) }
  }

  /// Deletes every document that passes; says how many did.
  @discardableResult
  public func remove(
    where isIncluded: (Document) throws -> Bool
  ) throws -> Int {
    try store.write { try $0.documents(name, partition: partition).remove(where: isIncluded) }
  }

  /// Deletes all documents; says how many there were.
  @discardableResult
  public func removeAll() throws -> Int {
    try store.write { try $0.documents(name, partition: partition).removeAll() }
  }
}

extension ModelStoring {
  /// A collection of documents.
  public func documents(_ name: String) -> StoreDocuments {
    StoreDocuments(store: store, name: name, partition: partition)
  }
}
