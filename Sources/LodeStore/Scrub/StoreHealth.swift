public import Foundation

/// The known damage of a store and the progress of its scrubber, as ``Store/health`` returns them.
public struct StoreHealth: Sendable, Hashable {
  /// The progress of the scrubber.
  public let scrub: Scrub
  /// The damage that the scrubber, an opening, or ``Store/verify()`` has found, and that no later
  /// check has found to be mended.
  public let damage: [Damage]
  /// The damage of the indexes that the opening of the store has rebuilt from the rows.
  public let rebuilt: [Damage]

  /// Whether ``damage`` is empty.
  public var isSound: Bool { damage.isEmpty }

  /// The progress of the scrubber.
  public enum Scrub: Sendable, Hashable {
    /// No pass has begun.
    case notRun
    /// A pass has begun, and has checked this fraction of the store, from 0 to 1.
    ///
    /// Closing the store interrupts the pass; the next opening continues the pass.
    case running(fraction: Double)
    /// The last pass ended at this time, and no later pass has begun.
    case finished(at: Date)
  }

  /// Damage of one collection, of one index, or of the store's own tables.
  public struct Damage: Sendable, Hashable, Codable {
    /// The kind of the damage.
    public let kind: Kind
    /// The name of the collection; `nil` for a table that several collections use.
    public let collection: String?
    /// The name of the index; `nil` for damage of a collection's rows.
    public let index: String?
    /// The finding and its position, in one line.
    public let problem: String
    /// The number of damaged rows; 0 for other damage.
    public let rows: Int
    /// The number of index entries that rows lack; 0 for other damage.
    public let missingEntries: Int
    /// The number of index entries without a row; 0 for other damage.
    ///
    /// The scrubber counts these entries only if no write changed the collection during its check.
    public let surplusEntries: Int
    /// The name of the damaged table in LMDB.
    let table: String

    /// The kind of the damage; later versions may add kinds, so a `switch` needs a default.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
      /// The kind's stable name.
      public let rawValue: String

      /// Creates a kind from its stable name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// A page is damaged: each use of the table throws `damaged`.
      ///
      /// Queries do not use an index with a damaged page, and a change of its entries throws.
      ///
      /// If the table is one of the store's own tables, all writes throw `damaged`.
      public static let pages = Kind(rawValue: "pages")
      /// Rows are damaged, missing, or outdated.
      ///
      /// Reads of a damaged row throw `damaged`. Reads of a missing key in the collection also
      /// throw `damaged`. If rows are missing or outdated, every read of rows throws `damaged`.
      public static let rows = Kind(rawValue: "rows")
      /// The entries of an index differ from the rows: queries do not use the index.
      public static let index = Kind(rawValue: "index")
    }

    init(
      _ kind: Kind, _ problem: String, table: String, collection: String?, index: String? = nil,
      rows: Int = 0, missing: Int = 0, surplus: Int = 0
    ) {
      self.kind = kind
      self.problem = String(problem.prefix(300))
      self.table = table
      self.collection = collection
      self.index = index
      self.rows = rows
      missingEntries = missing
      surplusEntries = surplus
    }

    /// Whether the damage is in a table that every write needs.
    var isOfStore: Bool { kind == .pages && DamagedTable.ofStore.contains(table) }

    /// Whether a check of all pages finds the damage again.
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
