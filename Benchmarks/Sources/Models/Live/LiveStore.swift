public import BenchHarness
internal import Foundation

/// What a live query asks for.
public enum LiveQuestion: Sendable {
  /// The persons with an email address.
  case email(String)
  /// The window of the persons with the lowest incomes, in ascending order.
  case lowestIncomes(Int)
}

/// When a commit returns.
public enum LiveDurability: String, CaseIterable, Sendable {
  /// A returned commit survives a power loss.
  case durable
  /// A power loss can undo the last commits.
  case relaxed
}

/// A store of persons with live queries, and indexes of the email addresses and the incomes.
public struct LiveStore: ContestedStore, Sendable {
  /// What a live query calls with the persons.
  typealias Receiver = @Sendable ([Citizen]) -> Void

  /// Inserts persons in one commit.
  let insert: @Sendable (ArraySlice<Citizen>) throws -> Void
  /// Sets the age of the person with an id in one commit.
  let setAge: @Sendable (UUID, Int) throws -> Void
  /// Deletes the person with an id in one commit.
  let delete: @Sendable (UUID) throws -> Void
  /// Returns the persons of a question.
  let fetch: @Sendable (LiveQuestion) throws -> [Citizen]
  /// Passes the persons of a question to a closure, now and after each change, until the task is
  /// cancelled.
  let observe: @Sendable (LiveQuestion, _ receive: Receiver) async throws -> Void
  /// Brings everything into the main file and closes the store.
  public let close: @Sendable () throws -> Void
}

/// A library with live queries.
public enum LivePeer: String, CaseIterable, Sendable {
  /// Lode as it is opened by default.
  case lode
  #if GRDB
    /// GRDB's observations.
    case grdb
  #endif

  /// Versions and settings.
  public var about: String {
    switch self {
    case .lode:
      """
      Lode: store.live; relaxed commits have StoreOptions(durability: .relaxed), and wait for the disk once, for \
      their pages
      """
    #if GRDB
      case .grdb:
        """
        GRDB 7.10.0, DatabasePool: ValueObservation.trackingConstantRegion, its values(in:), cached statements, rows \
        mapped by hand; WAL; durable commits have synchronous=FULL, relaxed commits synchronous=NORMAL and no wait
        """
    #endif
    }
  }

  /// How many times fewer operations a long round does.
  public var pace: Int { self == .lode ? 1 : 10 }

  /// Whether live queries get the commits of other processes.
  public var followsProcesses: Bool { self == .lode }

  /// Opens or creates a store in a directory.
  func open(_ directory: String, _ durability: LiveDurability) throws -> LiveStore {
    switch self {
    case .lode: try lodeLive(directory, durability)
    #if GRDB
      case .grdb: try grdbLive(directory, durability)
    #endif
    }
  }
}
