public import LodeCoding
public import LodeStore

/// A collection of documents inside a transaction, to read.
///
/// ```swift
/// let old = try store.read { transaction in
///   try transaction.documents("pets").all(
///     where: { $0["age"]?.int ?? 0 > 9 }, sortedBy: [.descending("age"), .ascending("name")])
/// }
/// ```
public protocol DocumentReading: ~Copyable, ~Escapable {
  /// The collection as the transaction sees it.
  var access: CollectionAccess { get }
  /// The partition whose rows are read; `nil` for rows outside of partitions.
  var partition: String? { get }
  /// How often the transaction has changed the collection; `nil` in a read.
  var mutationCount: Int? { get }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// The document at a key, or `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `StoreError` with `typeMismatch` when the row is no document, `damaged`.
  public func get(_ key: some KeyConvertible) throws -> Document? {
    let access = access
    return try RowPlace(partition).withKey(key) { bytes in
      var document: Document?
      _ = try access.withRow(bytes, .tuple) { row in
        document = try access.document(row, key: RowKey(key))
      }
      return document
    }
  }

  /// The documents at some keys, each at its key's position, `nil` where there is none.
  ///
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `get` of one key.
  public func get(keys: some Sequence<some KeyConvertible>) throws -> [Document?] {
    try keys.map { try get($0) }
  }

  /// Whether there is a document at a key.
  ///
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: `StoreError` with `damaged`.
  public func contains(_ key: some KeyConvertible) throws -> Bool {
    let access = access
    return try RowPlace(partition).withKey(key) { bytes in
      try access.withRow(bytes, .tuple, wantsValue: false) { _ in }
    }
  }

  /// The number of documents.
  ///
  /// - Complexity: O(1) when the collection has no partitions; otherwise O(rows in partitions).
  public var count: Int { get throws { try access.count(in: RowPlace(partition)) } }

  /// Calls `body` for each document, in the order of their keys, until it says to stop.
  ///
  /// Memory use does not grow with the number of documents.
  ///
  /// - Complexity: O(log n + k), and O(bytes).
  /// - Throws: as `get`; what `body` throws; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` when `body` changed the collection and went on.
  public func scan(
    keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (Document) throws -> IterationStep
  ) throws {
    let (access, place, mutations) = (access, RowPlace(partition), mutationCount)
    try access.scan(place.range(keys), reversed: reversed, limit: limit) { row in
      let document = try access.document(row.content, key: place.key(row.keyBytes))
      if try body(document) == .stop { return .stop }
      if mutations != mutationCount {
        throw StoreError(.mutatedDuringEnumeration, collection: access.name)
      }
      return .next
    }
  }

  /// The keys of the documents in a range, in key order, or from the highest down.
  ///
  /// ```swift
  /// let first = try store.documents("pets").keys(limit: 10)
  /// ```
  ///
  /// - Complexity: O(log n + k), and O(bytes) for the checksums; no document is made.
  /// - Throws: `StoreError` with `damaged`.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [RowKey] {
    let place = RowPlace(partition)
    var keys: [RowKey] = []
    try access.scan(
      place.range(range), reversed: reversed, limit: limit, wantsValues: false
    ) { row in
      keys.append(place.key(row.keyBytes))
      return .next
    }
    return keys
  }

  /// The documents that pass, sorted.
  ///
  /// - Parameters:
  ///   - keys: the keys to visit.
  ///   - isIncluded: chooses among them.
  ///   - orders: what to sort by, the first order first; those that are the same in all stay in the
  ///     order of their keys.
  ///   - limit: the most documents to return; `nil` for all, and none for 0.
  /// - Complexity: O(n), and O(k log k) to sort.
  /// - Throws: as `scan`; what `isIncluded` throws.
  public func all(
    keys: KeyRange = .all, where isIncluded: ((Document) throws -> Bool)? = nil,
    sortedBy orders: [DocumentOrder] = [], limit: Int? = nil
  ) throws -> [Document] {
    var documents: [Document] = []
    try access.checkLimit(limit)
    if limit == 0 { return documents }
    let isInOrder = orders.isEmpty
    try scan(keys: keys) { document in
      if try isIncluded?(document) ?? true { documents.append(document) }
      return isInOrder && documents.count == limit ? .stop : .next
    }
    if isInOrder { return documents }
    return Array(documents.sorted(by: orders).prefix(limit ?? .max))
  }

  /// The document with the lowest key that passes, or `nil` when there is none.
  ///
  /// - Complexity: O(log n); with a condition, O(n).
  /// - Throws: as `all`.
  public func first(where isIncluded: ((Document) throws -> Bool)? = nil) throws -> Document? {
    try all(where: isIncluded, limit: 1).first
  }

  /// Some fields of the document at a key; `nil` if there is no document.
  ///
  /// Fields that only other documents have are left out.
  ///
  /// - Complexity: O(log n), and O(bytes). The first call with a name also reads the documents up
  ///   to the first one that has the field.
  /// - Throws: `ConditionError` with `unknownField` if no document has a field of a name; else as
  ///   `get`.
  public func fields(
    _ names: [String], at key: some KeyConvertible
  ) throws -> [String: ArchiveValue]? {
    try access.checkNames(names.map { ArchivePath([$0]) }, in: nil, isChange: false)
    guard let document = try get(key) else { return nil }
    let wanted = Set(names)
    return document.fields.filter { wanted.contains($0.key) }
  }
}

extension CollectionAccess {
  /// The document of a row.
  func document(_ row: borrowing RowValue, key: RowKey) throws -> Document {
    let fields = try unarchive(
      row.bytes, row.type, as: [String: ArchiveValue].self, AllowedTypes())
    return Document(key: key, fields: fields, times: RowTimes(row))
  }
}

extension RowKey {
  /// A key of any type, copied.
  init(_ key: some KeyConvertible) {
    self.init(bytes: key.withKeyBytes { $0.copied() }, format: key.keyFormat)
  }
}
