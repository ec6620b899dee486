public import LodeCoding
public import LodeStore

/// Read access to a collection of documents, inside a read or a write transaction.
///
/// ```swift
/// let old = try store.read { transaction in
///   try transaction.documents("pets").fetch("age > 9 ORDER BY age DESC, name")
/// }
/// ```
///
/// All calls of a read transaction see one snapshot. In a write transaction, calls also see the
/// changes of the transaction. A collection that does not exist reads as an empty collection. The
/// exception is a selection parsed from text, which throws `collectionNotFound` unless the
/// selection is lenient (`Selection.lenient()`).
///
/// If the migration of a row is pending, a call that decodes the row migrates the document in
/// memory. If a row's migration fails, calls with a key or a key range throw `StoreError` caused by
/// a ``MigrationError`` with `failed`. A selection skips the row, unless the selection is strict
/// (`Selection.strict()`).
///
/// A query that is not lenient also checks its field names. For a name that no index has, the check
/// reads rows up to the first row with the field. Later reads use the result.
///
/// After the limit of `Store.withTimeLimit`, queries and scans throw `StoreError` with
/// `timeLimitExceeded`. In an asynchronous transaction, cancelling the task makes queries and scans
/// throw the code `cancelled`.
public protocol DocumentReading: ~Copyable, ~Escapable {
  /// Read access to the collection in this transaction.
  var access: CollectionAccess { get }
  /// The partition that the calls read; `nil` for rows outside of partitions.
  var partition: String? { get }
  /// The number of changes that this write has made to the collection; `nil` in a read.
  var mutationCount: Int? { get }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the document at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  public func get(_ key: some KeyConvertible) throws -> Document? {
    let access = access
    return try RowLocation(partition).withRow(at: key, in: access) {
      try access.document($0, key: RowKey(key))
    }
  }

  /// Returns the documents at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys and n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if a key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if a key is empty.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  public func get(keys: some Sequence<some KeyConvertible>) throws -> [Document?] {
    let (access, place) = (access, RowLocation(partition))
    var documents: [Document?] = []
    documents.reserveCapacity(keys.underestimatedCount)
    try place.forEachRow(at: keys, in: access) { key, row in
      guard let row else { return documents.append(nil) }
      documents.append(try access.document(row, key: place.key(key)))
    }
    return documents
  }

  /// Returns whether a key exists, without decoding the document.
  ///
  /// - Complexity: O(log n) for n documents, and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///     collection has raw keys.
  ///   - `keyEmpty` if the key is empty.
  ///   - `damaged` if the file or the row is damaged.
  public func contains(_ key: some KeyConvertible) throws -> Bool {
    try RowLocation(partition).withRow(at: key, in: access, wantsValue: false) { _ in } != nil
  }

  /// The number of documents in ``partition``, or outside of partitions if ``partition`` is `nil`.
  ///
  /// - Complexity: O(1) if the collection has no partitions. Otherwise, O(size of the partition's
  ///   rows) in a partition, and O(size of the rows in all partitions) outside of partitions.
  /// - Throws: `StoreError` with `damaged` if the file or a row in a partition is damaged.
  public var count: Int { get throws { try RowLocation(partition).count(in: access) } }

  /// Calls `body` for each document, in key order, until `body` returns `.stop`.
  ///
  /// Memory use does not grow with the number of documents. Inside a write, `body` must return
  /// `.stop` after changing the collection. If the call throws, earlier changes by `body` remain in
  /// the write.
  ///
  /// - Parameters:
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of documents to read; `nil` for no limit. With 0, the call reads
  ///     no documents.
  ///   - body: Called with each document, on the calling thread.
  /// - Complexity: O(log n + size of the read rows) for n documents, without `body`.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `mutatedDuringEnumeration` in a write, if `body` changed the collection and returned
  ///       `.next`.
  public func scan(
    keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (Document) throws -> IterationStep
  ) throws {
    let (access, place, mutations) = (access, RowLocation(partition), mutationCount)
    try passingCallerErrors {
      try access.scan(place.range(keys), reversed: reversed, limit: limit) { row in
        let document = try access.document(row.content, key: place.key(row.keyBytes))
        if try callerErrors({ try body(document) }) == .stop { return .stop }
        if mutations != mutationCount {
          throw StoreError(.mutatedDuringEnumeration, collection: access.name)
        }
        return .next
      }
    }
  }

  /// Returns the keys of a range, in key order, without decoding documents.
  ///
  /// ```swift
  /// let first = try store.read { transaction in
  ///   try transaction.documents("pets").keys(limit: 10)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of keys to return; `nil` for no limit. With 0, the call returns
  ///     no keys.
  /// - Complexity: O(log n) for n documents, and O(size of the rows) for the checksums of the rows
  ///   at the returned keys.
  /// - Throws: `StoreError` with `invalidLimit` if the limit is negative, or `damaged` if the file
  ///   or a row is damaged.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [RowKey] {
    let place = RowLocation(partition)
    var keys: [RowKey] = []
    try access.scan(
      place.range(range), reversed: reversed, limit: limit, as: .stored
    ) { row in
      keys.append(place.key(row.keyBytes))
      return .next
    }
    return keys
  }

  /// Returns the documents of a range of keys, in key order.
  ///
  /// - Parameters:
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of documents to return; `nil` for no limit. With 0, the call
  ///     returns no documents.
  /// - Complexity: O(log n + size of the returned rows) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  public func fetch(
    keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [Document] {
    var documents: [Document] = []
    try scan(keys: keys, reversed: reversed, limit: limit) { document in
      documents.append(document)
      return .next
    }
    return documents
  }

  /// Returns some fields of the document at a key, or `nil` if the key does not exist.
  ///
  /// The result omits fields that the document does not have.
  ///
  /// - Complexity: O(log n + size of the row) for n documents. The first call with a name also
  ///   reads the documents up to the first document with the field.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if documents exist, and
  ///     `names` contains a field that no document and no index has.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  public func fields(
    _ names: [String], at key: some KeyConvertible
  ) throws -> [String: ArchiveValue]? {
    try FieldNameCheck(access).check(names.map { ArchivePath([$0]) }, in: nil, isChange: false)
    guard let document = try get(key) else { return nil }
    let wanted = Set(names)
    return document.fields.filter { wanted.contains($0.key) }
  }
}

extension CollectionAccess {
  /// Decodes the document of a row.
  func document(_ row: borrowing RowValue, key: RowKey) throws -> Document {
    let fields = try unarchive(
      row.bytes, row.type, as: [String: ArchiveValue].self, AllowedTypes())
    return Document(key: key, fields: fields, times: RowTimes(row))
  }
}

extension RowKey {
  /// Creates a row key with a copy of the bytes of `key`.
  init(_ key: some KeyConvertible) {
    self.init(bytes: key.withKeyBytes { $0.copied() }, format: key.keyFormat)
  }
}
