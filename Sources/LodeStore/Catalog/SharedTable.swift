internal import LodeLMDB

/// The table that small collections share in a store with many collections.
///
/// `Docs/Format/Catalog.md` specifies the bytes.
///
/// When LMDB opens a table, LMDB compares the name with the names of all open tables. Each
/// transaction also copies a few bytes for each open table. Without the shared table, creating
/// 100,000 collections would take minutes.
struct SharedTable: Sendable, Equatable {
  let id: UInt32
  let table: Table

  /// The minimum number of collections at which new collections share a table.
  ///
  /// If ``StoreOptions/maximumCollections`` is greater, the store uses the option instead.
  static let leastOwnTables = 1_000
  /// The number of rows at which a collection moves to its own table.
  static let mostRows = 64
}
