internal import BenchHarness
internal import Engines
internal import Models
internal import Searches

/// Who takes part in the common workloads, in the order of the report; the first is what others are
/// compared with.
public enum CommonPeer: String, CaseIterable, Sendable {
  /// Lode as it is opened by default.
  case lode
  /// SQLite in C.
  case sqlite = "sqlite-c"
  #if GRDB
    /// GRDB.
    case grdb
  #endif
  /// LMDB in C.
  case lmdb = "lmdb-c"

  /// Versions and settings.
  public var about: String {
    switch self {
    case .lode:
      "Lode with its default options: compression, a checksum for each row, durable commits"
    case .sqlite: Peer.sqlite.about
    #if GRDB
      case .grdb:
        "GRDB 7.10.0: DatabasePool, cached statements, rows mapped by hand; SQLite set as in sqlite-c"
    #endif
    case .lmdb: Peer.lmdbFloor.about + "; no checksums, no compression, no full-text search"
    }
  }

  /// The peers for the report.
  static let entrants = allCases.map { Entrant(name: $0.rawValue, about: $0.about) }

  /// How the peer stores objects.
  var models: ModelPeer {
    switch self {
    case .lode: .lode
    case .sqlite: .sqlite
    #if GRDB
      case .grdb: .grdbRows
    #endif
    case .lmdb: .floor
    }
  }

  /// How the peer searches; `nil` for LMDB, which cannot.
  var search: SearchPeer? {
    switch self {
    case .lode: .lodeDefault
    case .sqlite: .fts5WithTexts
    #if GRDB
      case .grdb: .grdb
    #endif
    case .lmdb: nil
    }
  }

  /// How the peer stores bytes.
  var engine: Peer {
    let engine: Peer =
      switch self {
      case .lode: .lodeStoreCompressed
      case .sqlite: .sqlite
      #if GRDB
        case .grdb: .grdbPrepared
      #endif
      case .lmdb: .lmdbFloor
      }
    return Peer(
      name: rawValue, about: about, groupsCommits: engine.groupsCommits, open: engine.open)
  }
}
