public import BenchHarness
public import Coders
internal import LodeCoding

/// A store of objects, open on a directory of its own.
///
/// The loops over the objects are inside, where the types are known, as they are in a program that
/// uses the peer.
public struct ModelStore<Object: ModelSample>: ContestedStore {
  /// Inserts the first objects of a set in one transaction, and returns how much of the time its
  /// commit took.
  public let insert: (ModelSet<Object>, Int) throws -> Duration
  /// Gets the object of each key, all in one snapshot.
  public let get: (ModelKeys<Object>) throws -> Digest
  /// Gets the object of each key, in a read of its own.
  public let getEach: (ModelKeys<Object>) throws -> Digest
  /// Reads every object, one after the other.
  public let scan: () throws -> Digest
  /// Deletes the keys in one transaction, and returns how many existed.
  public let delete: (ModelKeys<Object>) throws -> Int
  /// Counts which of the first objects are stored exactly as they were inserted.
  public let countEqual: (ModelSet<Object>, Int) throws -> Int
  /// Brings everything into the main file and closes it.
  public let close: () throws -> Void
}

/// Who takes part, in the order of the report; the first is the floor.
public enum ModelPeer: String, CaseIterable, Sendable {
  /// C on LMDB.
  case floor = "lmdb-c"
  /// C on LMDB that promises what ``lode`` promises.
  case checkedFloor = "lmdb-c-checked"
  /// Lode without compression.
  case lodeUncompressed = "lode-uncompressed"
  /// Lode as it is opened by default.
  case lode
  /// SQLite in C.
  case sqlite = "sqlite-c"
  #if GRDB
    /// GRDB with prepared statements.
    case grdbRows = "grdb-rows"
    /// GRDB's everyday calls.
    case grdbCodable = "grdb-codable"
  #endif

  /// What it is.
  public var about: String {
    switch self {
    case .floor:
      """
      hand-written C on liblmdb: numbers and texts copied by memcpy; an object that was read owns its texts, \
      of which those of 16 bytes or less take no memory of their own
      """
    case .checkedFloor:
      """
      lmdb-c with the promises of Lode's default options: a checksum of each row, verified on every read; texts \
      compressed by zstd level 3 with a trained dictionary; UTF-8 validated
      """
    case .lodeUncompressed: "Lode: models, insert(contentsOf:), get(_:_:), forEach; compression off"
    case .lode: "Lode: as above, as it is opened by default, with compression"
    case .sqlite: "SQLite in C: a column for each field, prepared statements, WAL, synchronous=FULL"
    #if GRDB
      case .grdbRows: "GRDB 7.10.0, DatabasePool: cached statements, rows mapped by hand"
      case .grdbCodable: "GRDB 7.10.0, DatabasePool: Codable records, insert, fetchOne(key:)"
    #endif
    }
  }

  /// How many times fewer operations a round does, for those too slow for the common number.
  public var pace: Int {
    switch self {
    #if GRDB
      case .grdbCodable: 20
      case .grdbRows: 4
    #endif
    default: 1
    }
  }

  // GRDB's fast calls, where GRDB takes part.
  #if GRDB
    static let throughGRDB = [ModelPeer.grdbRows]
  #else
    static let throughGRDB: [ModelPeer] = []
  #endif

  // One function a type, so that the peers are compiled for it as they are in a program.

  /// Opens or creates a store of persons.
  public func openPersons(_ directory: String) throws -> ModelStore<Citizen> {
    try open(directory)
  }

  /// Opens or creates a store of package records.
  public func openPackages(_ directory: String) throws -> ModelStore<PackageRecord> {
    try open(directory)
  }

  private func open<Object: GRDBSample>(_ directory: String) throws -> ModelStore<Object> {
    switch self {
    case .floor: try floorModels(directory, checked: false)
    case .checkedFloor: try floorModels(directory, checked: true)
    case .lodeUncompressed: try lodeModels(directory, compression: .off)
    case .lode: try lodeModels(directory, compression: .automatic)
    case .sqlite: try sqliteModels(directory)
    #if GRDB
      case .grdbRows: try grdbRowModels(directory)
      case .grdbCodable: try grdbCodableModels(directory)
    #endif
    }
  }
}

#if !GRDB
  /// Without GRDB, its peers ask nothing of an object.
  typealias GRDBSample = ModelSample
#endif
