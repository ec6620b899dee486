public import BenchHarness
internal import LodeLMDB

/// A store of documents whose texts are searched, open on a directory of its own.
public struct SearchStore: ContestedStore {
  /// Adds some documents, a number to a transaction.
  public let insert: (SearchTexts, Range<Int>, _ batch: Int) throws -> Void
  /// Gives documents the texts of others, in one transaction: of each key, the place before and the
  /// place after.
  public let update: (SearchTexts, [(id: Int, before: Int, after: Int)]) throws -> Void
  /// Rebuilds the index from existing rows; `nil` where only the index is stored.
  public let rebuild: (() throws -> Void)?
  /// Brings the index into its smallest form, and gives its bytes.
  public let compact: () throws -> Int
  /// The best documents of a query.
  public let top: (String, _ limit: Int) throws -> SearchHits
  /// How many documents a query finds.
  public let count: (String) throws -> Int
  /// Closes it.
  public let close: () throws -> Void
}

/// Who takes part, in the order of the report; the first is the base.
public enum SearchPeer: String, CaseIterable, Sendable {
  /// FTS5 without texts.
  case fts5
  /// FTS5 with texts.
  case fts5WithTexts = "fts5-texts"
  /// Lode.
  case lode
  /// Lode as it is opened by default.
  case lodeDefault = "lode-default"
  #if GRDB
    /// FTS5 with texts, through GRDB.
    case grdb
  #endif

  /// The searches of the full workload.
  public static let measured: [SearchPeer] = [.fts5, .fts5WithTexts, .lode]

  /// What it is.
  public var about: String {
    switch self {
    case .fts5:
      """
      SQLite's FTS5 through its C API, three columns, unicode61, contentless: the index alone; WAL, synchronous=FULL, so that each \
      commit waits for the disk once, as with Lode's relaxed durability
      """
    case .fts5WithTexts: "the same with the texts in it"
    case .lode: "Lode: models with a search index; rows and index are written; relaxed durability"
    case .lodeDefault: "Lode: the same with its default options"
    #if GRDB
      case .grdb: "GRDB 7.10.0, DatabasePool: FTS5 with texts, cached statements"
    #endif
    }
  }

  /// Opens or creates a store.
  public func open(_ directory: String) throws -> SearchStore {
    switch self {
    case .fts5: try fts5Search(directory, storesTexts: false)
    case .fts5WithTexts: try fts5Search(directory, storesTexts: true)
    case .lode: try lodeSearch(directory, durability: .relaxed)
    case .lodeDefault: try lodeSearch(directory, durability: .full)
    #if GRDB
      case .grdb: try grdbSearch(directory)
    #endif
    }
  }
}
