internal import LodeCoding
internal import LodeLMDB

/// An index of a collection, with its state.
public struct IndexDescription: Sendable, Hashable {
  /// The definition of the index.
  public let definition: IndexDefinition
  /// The state of the index.
  public let state: IndexState
  /// The number of entries, or the number of indexed rows for a full-text index.
  ///
  /// A counting index has an entry for each group, and for each distinct value of a carried field
  /// in each group.
  public let entries: Int
  /// The size of the pages of the index, in bytes.
  public let bytes: Int
  /// Whether a model declared the index.
  ///
  /// Lode drops a declared index if its model no longer declares the index.
  public let isDeclared: Bool
}

extension Store {
  /// Creates an index of a collection, and replaces an index with the same name.
  ///
  /// If the collection has at most 10,000 rows, the call also builds the index, unless a row is
  /// damaged. Otherwise, call ``buildIndexes(of:progress:)``. If an identical index exists, the
  /// call keeps its entries. The call creates a missing collection. When the call returns, the
  /// commit has the durability of the store's options. A failure changes nothing, unless the code
  /// is `commitOutcomeUnknown`.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition("city", "-age"), on: "people")
  /// ```
  ///
  /// - Parameters:
  ///   - definition: The definition of the index.
  ///   - collection: The name of the collection.
  ///   - lenient: Whether the definition can name fields that no row has. In a collection without
  ///     rows, every name is allowed.
  /// - Returns: The state of the index.
  /// - Complexity: O(n log n) for n rows up to 10,000, and one or two waits for the disk. In a
  ///   larger collection, the call reads rows until it has found all fields of the definition.
  /// - Throws: One of these errors:
  ///   - ``StoreError`` caused by a ``ConditionError`` with `unknownField` if no row, no recorded
  ///     type, and no other index has a field of the definition, and `lenient` is `false`.
  ///   - ``StoreError`` caused by a `MigrationError` with `failed` if a step of a pending migration
  ///     fails.
  ///   - ``StoreError`` with one of these codes:
  ///     - `invalidIndex` if the definition is invalid, or if an index of the collection has
  ///       another version of a computed value.
  ///     - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys (`RawKey`).
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed.
  ///     - `forked` if a parent process opened the store.
  ///     - `readOnly` if the store is open read-only.
  ///     - `replaced` if the files were deleted or replaced.
  ///     - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///     - `diskFull` if the disk is full.
  ///     - `inputOutput` if reading or writing fails.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search
  ///       for the fields.
  ///     - `busy` if the map must grow, and an open snapshot or read prevents the growth.
  ///     - `mapFull` if the map has its maximum size of 64 TiB.
  ///     - `outOfMemory` if the system has no memory for a row or a larger map.
  ///     - `tablesFull` if the store needs another table, and an open snapshot or read prevents a
  ///       greater capacity.
  ///     - `damaged` if stored data is damaged.
  ///     - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
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
  /// When the call returns, the commit has the durability of the store's options. A failure changes
  /// nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(p) for the p pages of the index, and one or two waits for the disk.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` if the disk is full.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `busy` if the map must grow, and an open snapshot or read prevents the growth.
  ///   - `mapFull` if the map has its maximum size of 64 TiB.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `tablesFull` if the index has damaged pages, and the capacity for tables cannot grow.
  ///   - `damaged` if stored data is damaged.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  @discardableResult
  public func dropIndex(_ name: String, on collection: String) throws -> Bool {
    try write { try IndexTables($0.context).drop(name, on: collection) }
  }

  /// Returns the indexes of a collection, in the order of their names.
  ///
  /// A collection that does not exist has no indexes.
  ///
  /// - Complexity: O(k) for k indexes.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
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
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public func indexes(of collection: String) throws -> [IndexDescription] {
    guard let info = catalog.catalog.collections[collection] else { return [] }
    return try info.indexes.map { try IndexDescription($0, of: collection, handle) }
  }

  /// Returns the names of the collections that have rows or indexes, or were declared, in byte
  /// order.
  package func collectionsWithContent() throws -> [String] {
    let indexed = catalog.catalog.collections.values.filter { !$0.indexes.isEmpty }.map(\.name)
    return Set(try collections() + indexed)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension IndexDescription {
  init(
    _ index: IndexRuntime, of collection: String, _ handle: TransactionHandle
  ) throws(StoreError) {
    let tree = try storeErrors(collection: collection) { () throws(LMDBError) in
      try handle.statistics(index.table.place)
    }
    var entries = tree.entries
    if index.definition.kind == .search {
      // Before the build, the table can contain entries of an earlier layout.
      entries =
        index.hasEntries ? Int(try TokenIndexState(index, of: collection, handle).documents) : 0
    }
    self.init(
      definition: index.definition, state: index.state, entries: entries,
      bytes: tree.bytes, isDeclared: index.isDeclared)
  }
}

extension WriteTransaction {
  /// Creates an index of a collection, and replaces an index with the same name.
  ///
  /// If the collection has at most 10,000 rows, the call also builds the index, unless a row is
  /// damaged. Otherwise, call ``Store/buildIndexes(of:progress:)`` after the commit. If an
  /// identical index exists, the call keeps its entries. If the build fails, the index stays
  /// unfinished.
  ///
  /// - Parameters:
  ///   - definition: The definition of the index.
  ///   - collection: The name of the collection. The call creates a missing collection.
  ///   - lenient: Whether the definition can name fields that no row has. In a collection without
  ///     rows, every name is allowed.
  /// - Returns: The state of the index.
  /// - Complexity: O(n log n) for n rows up to 10,000. In a larger collection, the call reads rows
  ///   until it has found all fields of the definition.
  /// - Throws: One of these errors:
  ///   - ``StoreError`` caused by a ``ConditionError`` with `unknownField` if no row, no recorded
  ///     type, and no other index has a field of the definition, and `lenient` is `false`.
  ///   - ``StoreError`` caused by a `MigrationError` with `failed` if a step of a pending migration
  ///     fails.
  ///   - ``StoreError`` with one of these codes:
  ///     - `invalidIndex` if the definition is invalid, or if an index of the collection has
  ///       another version of a computed value.
  ///     - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///     - `keyFormatMismatch` if the collection has raw keys (`RawKey`).
  ///     - `tablesFull` if the table capacity is full. After `tablesFull`, the store increases the
  ///       capacity and runs the write again.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search
  ///       for the fields.
  ///     - `inputOutput` if reading or writing fails.
  ///     - `outOfMemory` if the system has no memory for a row.
  ///     - `damaged` if stored data is damaged.
  @discardableResult
  public mutating func createIndex(
    _ definition: IndexDefinition, on collection: String, lenient: Bool = false
  ) throws -> IndexState {
    let rows = access(to: collection)
    try rows.info?.checkKeysForIndexes()
    if !lenient {
      let names = definition.allPaths.filter(\.isNamed)
      try FieldNameCheck(rows).check(Array(names), in: nil, isChange: false)
    }
    let definition = definition.renamed { FieldNameCheck(rows).resolved($0) }
    try IndexTables(context).create(definition, on: collection)
    try DeclaredIndexes(context).buildIfSmall(collection)
    return context.catalog.collections[collection]?.index(named: definition.name)?.state
      ?? .building
  }
}
