public import Foundation

/// The known damage of a store, and the progress of the scrubber; see ``Store/health``.
///
/// The scrubber checks the pages, rows, and indexes of an open store in the background.
public struct StoreHealth: Sendable, Hashable {
  /// The progress of the scrubber.
  public let scrub: Scrub
  /// The damage that the scrubber, an opening, or ``Store/verify()`` has found, at most 100
  /// findings.
  ///
  /// A later check that finds no damage removes the finding.
  public let damage: [Damage]
  /// The damaged indexes that the opening of the store has rebuilt.
  public let rebuilt: [Damage]

  /// Whether ``damage`` is empty.
  public var isSound: Bool { damage.isEmpty }

  /// The progress of the scrubber.
  public enum Scrub: Sendable, Hashable {
    /// No pass has begun.
    case notRun
    /// A pass has checked this fraction of the store, from 0 to 1.
    ///
    /// Closing the store interrupts the pass, and the next opening continues the pass.
    case running(fraction: Double)
    /// The last pass ended at this time, and no other pass has begun.
    case finished(at: Date)
  }

  /// Damage of a collection, of an index, or of the store's own tables.
  public struct Damage: Sendable, Hashable, Codable {
    /// The kind of the damage: pages, rows, or index entries.
    public let kind: Kind
    /// The name of the collection, or `nil` for a table of the store itself, such as the catalog or
    /// a table that several collections share.
    public let collection: String?
    /// The name of the index, or `nil` if no index is damaged.
    public let index: String?
    /// The description of the damage, in one line of at most 300 characters.
    public internal(set) var problem: String
    /// The number of damaged rows; 0 for other damage.
    public internal(set) var rows: Int
    /// The number of missing index entries; 0 for other damage.
    public internal(set) var missingEntries = 0
    /// The number of index entries without a row; 0 for other damage.
    ///
    /// The scrubber counts index entries without a row only if the scrubber has checked the whole
    /// collection in one snapshot.
    public internal(set) var surplusEntries = 0
    /// The name of the damaged table in LMDB.
    let table: String

    /// The kind of the damage.
    ///
    /// Later versions of Lode can add kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
      /// The name of the kind, which never changes.
      public let rawValue: String

      /// Creates a kind from its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// A page is damaged.
      ///
      /// Using the table throws `damaged`.
      ///
      /// If the table is the table of an index, queries do not use the index, and changes of its
      /// entries throw `damaged`.
      ///
      /// If the table is one of the store's own tables, all writes throw `damaged`.
      public static let pages = Kind(rawValue: "pages")
      /// Rows are damaged, missing, or outdated.
      ///
      /// Reading a damaged row throws `damaged`. Reading a missing key of the collection also
      /// throws `damaged`. If rows are missing or outdated, all reads of the collection's rows
      /// throw `damaged`.
      public static let rows = Kind(rawValue: "rows")
      /// The entries of an index differ from the rows, and queries do not use the index.
      public static let index = Kind(rawValue: "index")
    }

    init(
      _ kind: Kind, _ problem: String, table: String, collection: String?, index: String? = nil,
      rows: Int = 0
    ) {
      self.kind = kind
      self.problem = String(problem.prefix(300))
      self.table = table
      self.collection = collection
      self.index = index
      self.rows = rows
    }

    /// Whether the damage is in a table that every write needs.
    var isOfStore: Bool { kind == .pages && DamagedTable.ofStore.contains(table) }

    /// Whether a check of all pages would find the damage again.
    var isOfPages: Bool { kind == .pages || DamagedTable.ofStore.contains(table) }

    /// Returns whether two findings are about the same table.
    func isSameFinding(as other: Damage) -> Bool { kind == other.kind && table == other.table }
  }
}

extension StoreHealth.Damage: CustomStringConvertible {
  /// The collection, the index, and the problem, in one line.
  public var description: String {
    var place = collection.map { "collection \"\($0)\"" } ?? "the store's own tables"
    if let index { place += ", index \"\(index)\"" }
    return "\(place): \(problem)"
  }
}
