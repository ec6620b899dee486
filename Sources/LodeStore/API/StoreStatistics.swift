public import LodeCoding
internal import LodeLMDB

/// The sizes and counts of a store at one moment, as ``Store/statistics()`` returns them.
public struct StoreStatistics: Sendable, Hashable {
  /// The store's directory, as an absolute path without symbolic links.
  public let path: String
  /// The store's revision, as ``Store/revision`` returns it.
  public let revision: UInt64
  /// The collections, in byte order of their names.
  public let collections: [CollectionStatistics]
  /// The counts and sizes of all blobs.
  public let blobs: BlobStatistics
  /// The change log, and its consumers.
  public let history: HistoryStatistics
  /// The size of the data file, in bytes.
  public let fileSize: Int
  /// The size of the used pages, in bytes; writes reuse the other pages of the file.
  public let usedSize: Int
  /// The reserved address space, in bytes.
  public let mapSize: Int
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The number of running reads and open snapshots of all processes.
  public let activeReaders: Int
  /// The number of reader slots, which limits ``activeReaders``.
  public let maximumReaders: Int
  /// The open snapshots of this process, oldest first.
  public let snapshots: [HeldSnapshot]

  /// The number of rows of all collections.
  public var rows: Int { collections.reduce(0) { $0 + $1.rows } }
}

/// The sizes and counts of one collection, in ``StoreStatistics/collections``.
public struct CollectionStatistics: Sendable, Hashable {
  /// The collection's name, which is unique in the store.
  public let name: String
  /// The number of rows.
  public let rows: Int
  /// The size of the collection's pages, in bytes; 0 for a small collection in a shared table.
  public let bytes: Int
  /// The height of the collection's B+tree; 0 without rows, and for a small collection in a shared
  /// table.
  public let depth: Int
  /// The compression of new values: the collection's policy, or the policy of the store's options.
  public let compression: Compression
  /// The number of the collection's current dictionary, or `nil` without a dictionary.
  ///
  /// The dictionary compresses new values, unless ``compression`` is off.
  public let dictionary: UInt32?
  /// The size of the dictionary in bytes; 0 without a dictionary.
  public let dictionarySize: Int
  /// The indexes, ordered by name.
  public let indexes: [IndexDescription]
}

extension Store {
  /// Returns the sizes and counts of the store and its collections.
  ///
  /// ```swift
  /// let statistics = try store.statistics()
  /// print(statistics.rows, statistics.usedSize, statistics.fileSize)
  /// ```
  ///
  /// - Complexity: O(c log c + i + r) for c collections, i indexes, and r reader slots.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func statistics() throws -> StoreStatistics {
    let active = try readers().filter { $0.transaction != nil }.count
    return try read { try StoreStatistics(self, $0, activeReaders: active) }
  }
}

extension StoreStatistics {
  fileprivate init(
    _ store: Store, _ transaction: borrowing ReadTransaction, activeReaders: Int
  ) throws {
    let (environment, handle) = (store.core.environment, transaction.handle)
    let snapshot = transaction.catalog
    let (file, used) = try storeErrors { () throws(LMDBError) in
      (
        try environment.info(),
        try handle.usedSize(snapshot.catalog, catalogTable: snapshot.table)
      )
    }
    let listed = try transaction.collections()
    self.init(
      path: store.path, revision: try transaction.revision,
      collections: try listed.compactMap { snapshot.catalog.collections[$0] }
        .map { try CollectionStatistics($0, handle) },
      blobs: try BlobStatistics(transaction), history: try HistoryStatistics(handle, snapshot),
      fileSize: file.pages * file.pageSize, usedSize: used,
      mapSize: file.mapSize, pageSize: file.pageSize, activeReaders: activeReaders,
      maximumReaders: file.maximumReaders, snapshots: store.core.snapshots.all())
  }
}

extension CollectionStatistics {
  fileprivate init(_ info: CollectionRuntime, _ handle: TransactionHandle) throws {
    let tree = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try handle.statistics(info.table.place)
    }
    self.init(
      name: info.name, rows: tree.entries, bytes: tree.bytes, depth: tree.depth,
      compression: info.compression,
      dictionary: info.settings.dictionary == 0 ? nil : info.settings.dictionary,
      dictionarySize: Int(info.settings.dictionarySize),
      indexes: try info.indexes.map { try IndexDescription($0, of: info.name, handle) })
  }
}
