public import BenchHarness

/// A store that a peer takes from the first version to the second.
public struct MigrationStore: Sendable {
  /// Makes a store of the first version in a directory, and closes it.
  public let fill: @Sendable (String, [SettlerFields]) throws -> Void
  /// Opens the store in a directory, takes it to the second version with its index, and closes it.
  public let migrate: @Sendable (String) throws -> Void
  /// Reads all rows at the second version, and the rows of ``SettlerFields/harbour`` once more by
  /// the index.
  public let read: @Sendable (String) throws -> Digest
}

/// Who takes part, in the order of the report; the first is the measure for the others.
public enum MigrationPeer: String, CaseIterable, Sendable {
  /// A program that reads every row, changes it, and writes it.
  case byHand = "by-hand"
  /// Lode's engine, when the store is opened.
  case atOpen = "at-open"
  /// Lode's engine, beside the use of the store.
  case online = "online"
  /// Lode's engine, when rows are read.
  case lazy = "lazy"
  #if GRDB
    /// GRDB's migrator.
    case grdb
  #endif

  /// The peers that migrate all rows without help.
  public static let wholesale = allCases.filter { $0 != .lazy }

  /// What it is.
  public var about: String {
    switch self {
    case .byHand:
      "Lode, by hand: one write that reads each row as the old type and puts it as the new one, and makes the index"
    case .atOpen: "Lode: a plan with one step, when the store is opened"
    case .online: "Lode: the same plan, online, from opening to the last row and the index"
    case .lazy: "Lode: the same plan, lazily"
    #if GRDB
      case .grdb:
        "GRDB 7.10.0: a migration in SQL that renames a column, fills another, drops one, and makes the index"
    #endif
    }
  }

  /// How it is done.
  public var store: MigrationStore {
    switch self {
    case .byHand: byHandMigration
    case .atOpen, .lazy: atOpenMigration
    case .online: onlineMigration
    #if GRDB
      case .grdb: grdbMigration
    #endif
    }
  }
}

extension Digest {
  /// The results of a pass over some persons, and of another over the persons of a city if one is
  /// given.
  public init(_ settlers: [SettlerFields], again city: String? = SettlerFields.harbour) {
    self.init()
    for settler in settlers {
      add(sum: settler.sum)
      if settler.city == city { add(sum: settler.sum) }
    }
  }
}
