/// One store under test, open on a directory of its own.
///
/// The loops over rows are inside the adapters, so that nothing between the clock and the engine
/// costs per row. A `get` may run on two threads at once, each with its own lane.
public protocol Engine: AnyObject, Sendable {
  /// Puts the rows, `batch` to a transaction (`ascending`: the keys are in order and new), and
  /// returns how much of the time went into commits.
  func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration
  /// Gets each key, all in one snapshot.
  func get(_ keys: Rows, lane: Int) throws -> Digest
  /// Gets each key in a snapshot of its own.
  func getEach(_ keys: Rows) throws -> Digest
  /// Gets the keys in batches of `size`, all in one snapshot; one by one without calls for batches.
  func getBatches(_ keys: Rows, of size: Int) throws -> Digest
  /// Reads everything in the order of the keys or backwards.
  func scan(reverse: Bool) throws -> Digest
  /// Reads `length` entries from each key on.
  func ranges(from starts: Rows, length: Int) throws -> Digest
  /// Deletes the keys in one transaction and returns how many existed.
  func delete(_ keys: Rows) throws -> Int
  /// Counts the rows whose bytes are as expected.
  func matches(_ rows: Rows) throws -> Int
  /// Commits each row durably on its own, from `writers` concurrent callers, each with its share.
  func write(_ rows: Rows, writers: Int) async throws
  /// Writes a compacted copy that can be opened, into an empty directory.
  func compact(into directory: String) throws
  /// Brings everything into the main file and closes it.
  func close() throws
}

extension Engine {
  /// Gets the keys one by one.
  public func getBatches(_ keys: Rows, of size: Int) throws -> Digest { try get(keys, lane: 0) }
}

/// An engine as the report names it, and how to open it.
public struct Peer: Sendable {
  /// The short name used in tables and on the command line.
  public let name: String
  /// One line about versions and settings.
  public let about: String
  /// How many times fewer operations a round does, for engines too slow for the common number.
  public let pace: Int
  /// Whether concurrent writers share commits, so that a round needs more writes to be long enough.
  public let groupsCommits: Bool
  /// Opens or creates a store in a directory, for values of about the given size.
  public let open: @Sendable (_ directory: String, _ valueSize: Int) throws -> any Engine

  /// Creates a peer.
  public init(
    name: String, about: String, pace: Int = 1, groupsCommits: Bool = false,
    open: @escaping @Sendable (_ directory: String, _ valueSize: Int) throws -> any Engine
  ) {
    self.name = name
    self.about = about
    self.pace = pace
    self.groupsCommits = groupsCommits
    self.open = open
  }
}

/// A wrong answer, a failed call or bad input: the run ends with its message.
public struct BenchFailure: Error, CustomStringConvertible {
  /// What went wrong, and where.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) { self.description = description }
}
