public import BenchHarness
public import Coders
internal import LodeCoding

/// A store of objects with indexes, open on a directory of its own.
///
/// Each question is asked for all of its values in one snapshot, and makes the objects that it
/// finds.
public struct QueryStore<Object: QuerySample>: ContestedStore {
  /// Inserts some objects of a set in one transaction.
  public let insert: (ModelSet<Object>, Range<Int>) throws -> Void
  /// Makes an index of a field, of the rows that there are.
  public let build: (QueryField) throws -> Void
  /// Removes an index.
  public let drop: (QueryField) throws -> Void
  /// Does what a program does once after its indexes are built.
  public let prepare: () throws -> Void
  /// Makes what counts the objects of each value of a field, where a peer has that.
  public let keepCounts: (QueryField) throws -> Void
  /// Removes it.
  public let dropCounts: (QueryField) throws -> Void
  /// Finds the objects that have a value.
  public let equal: (QueryField, QueryValues) throws -> Digest
  /// Finds the first objects from a value on, in the order of the field.
  public let range: (QueryField, QueryValues, Int) throws -> Digest
  /// Counts the objects that have a value.
  public let count: (QueryField, QueryValues) throws -> Int
  /// Counts the objects from a value to another.
  public let countBetween: (QueryField, QueryValues, QueryValues) throws -> Int
  /// Finds the objects that have both values.
  public let both: (QueryField, QueryValues, QueryField, QueryValues) throws -> Digest
  /// Finds the objects that come last in the order of a field, a number of times.
  public let last: (QueryField, _ limit: Int, _ times: Int) throws -> Digest
  /// Finds the objects whose number is below another, without an index.
  public let below: (QueryField, Int) throws -> Digest
  /// Changes ``QueryField/second`` of the objects at some keys, in one transaction; says how many
  /// there were.
  public let update: (ModelKeys<Object>, QueryValues) throws -> Int
  /// Brings everything into the main file and closes it.
  public let close: () throws -> Void
}

extension ModelPeer {
  /// Those that are asked.
  public static let queried =
    [ModelPeer.floor, .checkedFloor, .lodeUncompressed, .lode, .sqlite] + throughGRDB

  /// How they keep indexes and ask.
  public var aboutQueries: String {
    switch self {
    case .floor:
      """
      hand-written C on liblmdb: an index is a table of values and keys; numbers and texts are copied by memcpy, an object that was \
      read owns its texts
      """
    case .checkedFloor:
      """
      lmdb-c with the promises of Lode's default options: each row and each entry of an index has a check, verified on \
      every read; texts are compressed, and validated as UTF-8
      """
    case .lodeUncompressed: "Lode: models, Query, createIndex; compression off"
    case .lode: "Lode: as above, as it is opened by default, with compression"
    case .sqlite: "SQLite in C: CREATE INDEX, ANALYZE, prepared statements, WAL, synchronous=FULL"
    #if GRDB
      default: "GRDB 7.10.0, DatabasePool: the same, cached statements, rows mapped by hand"
    #endif
    }
  }

  // One function a type, so that the peers are compiled for it as they are in a program.

  /// Opens or creates a store of persons.
  public func openPersonQueries(_ directory: String) throws -> QueryStore<Citizen> {
    try openQueries(directory)
  }

  /// Opens or creates a store of package records.
  public func openPackageQueries(_ directory: String) throws -> QueryStore<PackageRecord> {
    try openQueries(directory)
  }

  private func openQueries<Object: QuerySample & GRDBSample>(
    _ directory: String
  ) throws -> QueryStore<Object> {
    switch self {
    case .floor: try floorQueries(directory, checked: false)
    case .checkedFloor: try floorQueries(directory, checked: true)
    case .lodeUncompressed: try lodeQueries(directory, compression: .off)
    case .lode: try lodeQueries(directory, compression: .automatic)
    case .sqlite: try sqliteQueries(directory)
    #if GRDB
      default: try grdbQueries(directory)
    #endif
    }
  }
}
