internal import LodeCoding
internal import LodeLMDB

/// An index of a collection, with its state.
public struct IndexDescription: Sendable, Hashable {
  /// The definition of the index.
  public let definition: IndexDefinition
  /// The state of the index.
  public let state: IndexState
  /// The number of entries; for a full-text index, the number of indexed rows.
  public let entries: Int
  /// The size of the index's pages, in bytes.
  public let bytes: Int
  /// Whether a model declared the index.
  ///
  /// Lode drops a declared index when the model no longer declares the index.
  public let isDeclared: Bool
}

extension Store {
  /// Creates an index of a collection; an index with the same name is replaced.
  ///
  /// Each later change of a row changes the entries in the same transaction.
  /// ``buildIndexes(of:progress:)`` writes the entries of existing rows; the index of a small
  /// collection is built at once. An identical definition changes nothing. A missing collection is
  /// created. The write is durable when the call returns. Any error except
  /// `commitOutcomeUnknown` means that nothing changed.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition("city", "-age"), on: "people")
  /// ```
  ///
  /// - Parameters:
  ///   - definition: The definition of the index.
  ///   - collection: The collection whose rows are indexed.
  ///   - lenient: Whether the definition may name fields that no row has yet. A collection without
  ///     rows allows every name.
  /// - Returns: The state of the index.
  /// - Complexity: O(n log n) for n rows up to 10,000. Larger collections are read up to the first
  ///   row that has the fields.
  /// - Throws: ``ConditionError`` with `unknownField` if no row has a field of the definition and
  ///   `lenient` is `false`; ``StoreError`` with one of these codes:
  ///   - `invalidIndex` if the definition is invalid, or `invalidName` if the collection's name is
  ///     invalid.
  ///   - `tablesFull` if the store would need more tables than its options allow.
  ///   - `keyFormatMismatch` if the collection has raw keys.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed, `readOnly` if the store is open read-only, or `forked` if
  ///     a parent process opened the store.
  ///   - `replaced` if the files were deleted or replaced, or `tooManyWaitingWrites` if more writes
  ///     wait than the options allow.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `commitOutcomeUnknown` if reopening the files cannot show whether the commit is on disk.
  @discardableResult
  public func createIndex(
    _ definition: IndexDefinition, on collection: String, lenient: Bool = false
  ) throws -> IndexState {
    try write { transaction in
      try transaction.createIndex(definition, on: collection, lenient: lenient)
    }
  }

  /// Drops an index, and returns whether the index existed.
  ///
  /// The write is durable when the call returns. Any error except
  /// `commitOutcomeUnknown` means that nothing changed.
  ///
  /// - Complexity: O(p) for the p pages of the index, and one wait for the disk.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `damaged` if the file is damaged, or `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed, `readOnly` if the store is open read-only, or `forked` if
  ///     a parent process opened the store.
  ///   - `replaced` if the files were deleted or replaced, or `tooManyWaitingWrites` if more writes
  ///     wait than the options allow.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `commitOutcomeUnknown` if reopening the files cannot show whether the commit is on disk.
  @discardableResult
  public func dropIndex(_ name: String, on collection: String) throws -> Bool {
    try write { try $0.context.dropIndex(name, on: collection) }
  }

  /// Returns the indexes of a collection, in the order of their names.
  ///
  /// A collection that does not exist has no indexes.
  ///
  /// - Complexity: O(k) for k indexes.
  /// - Throws: ``StoreError`` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if the file is damaged.
  public func indexes(of collection: String) throws -> [IndexDescription] {
    try read { try $0.indexes(of: collection) }
  }
}

extension ReadTransaction {
  /// Returns the indexes of a collection, in the order of their names.
  ///
  /// A collection that does not exist has no indexes.
  ///
  /// - Complexity: O(k) for k indexes.
  /// - Throws: ``StoreError`` with `damaged` if the file is damaged.
  public func indexes(of collection: String) throws -> [IndexDescription] {
    guard let info = catalog.catalog.collections[collection] else { return [] }
    return try info.indexes.map { try IndexDescription($0, of: collection, handle) }
  }

  /// Returns the listed collections, and empty collections with indexes, ordered by name.
  package func collectionsWithContent() throws -> [String] {
    let indexed = catalog.catalog.collections.values.filter { !$0.indexes.isEmpty }.map(\.name)
    return Set(try collections() + indexed)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension IndexDescription {
  init(
    _ index: IndexInfo, of collection: String, _ handle: TransactionHandle
  ) throws(StoreError) {
    let tree = try storeErrors(collection: collection) { () throws(LMDBError) in
      try handle.statistics(index.table.place)
    }
    var entries = tree.entries
    if index.definition.kind == .search {
      // Before the build, the table may contain entries of an earlier layout.
      entries =
        index.hasEntries ? Int(try TokenIndexState(index, of: collection, handle).documents) : 0
    }
    self.init(
      definition: index.definition, state: index.state, entries: entries,
      bytes: tree.bytes, isDeclared: index.isDeclared)
  }
}

extension WriteTransaction {
  /// Creates an index of a collection; an index with the same name is replaced.
  ///
  /// Each later change of a row changes the entries in the same transaction.
  /// ``Store/buildIndexes(of:progress:)`` writes the entries of existing rows; the index of a small
  /// collection is built at once. An identical definition changes nothing.
  ///
  /// - Parameters:
  ///   - definition: The definition of the index.
  ///   - collection: The collection whose rows are indexed; a missing collection is created.
  ///   - lenient: Whether the definition may name fields that no row has yet. A collection without
  ///     rows allows every name.
  /// - Returns: The state of the index.
  /// - Complexity: O(n log n) for n rows up to 10,000. Larger collections are read up to the first
  ///   row that has the fields.
  /// - Throws: ``ConditionError`` with `unknownField` if no row has a field of the definition and
  ///   `lenient` is `false`; ``StoreError`` with one of these codes:
  ///   - `invalidIndex` if the definition is invalid, or `invalidName` if the collection's name is
  ///     invalid.
  ///   - `tablesFull` if the store would need more tables than its options allow.
  ///   - `keyFormatMismatch` if the collection has raw keys.
  ///   - `damaged` if the file or a row is damaged, or `inputOutput` if reading fails.
  @discardableResult
  public mutating func createIndex(
    _ definition: IndexDefinition, on collection: String, lenient: Bool = false
  ) throws -> IndexState {
    let rows = access(to: collection)
    try rows.info?.checkKeysForIndexes()
    if !lenient {
      let names = definition.allPaths.filter(\.isNamed)
      try rows.checkNames(Array(names), in: nil, isChange: false)
    }
    let definition = definition.renamed { rows.resolved($0) }
    try context.createIndex(definition, on: collection)
    try context.buildIfSmall(collection)
    return context.catalog.collections[collection]?.index(named: definition.name)?.state
      ?? .building
  }
}
