extension Environment {
  /// Frees the reader slots of dead processes, and returns the number of freed slots.
  ///
  /// While a dead process has a reader slot, writes cannot reuse the pages of its snapshot, so the
  /// file can grow.
  ///
  /// Lode also frees these slots in the following cases:
  ///
  /// - An environment is opened for writing.
  /// - All reader slots are in use, or the map is full.
  /// - A write begins, and the checks have taken at most one percent of the elapsed time.
  ///
  /// - Complexity: O(r) for r reader slots.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  @discardableResult
  public func clearStaleReaders() throws(LMDBError) -> Int {
    try admission.withHandle { (handle) throws(LMDBError) in try handle.clearStaleReaders() }
  }

  /// Returns the reader slots in use, across all processes.
  ///
  /// The list includes slots that Lode keeps for later reads.
  ///
  /// - Complexity: O(r) for r reader slots.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `closed` if the environment is closed.
  ///   - `forked` if the environment was opened before a `fork`, in the parent process.
  public func readers() throws(LMDBError) -> [Reader] {
    let lines = try admission.withHandle { (handle) throws(LMDBError) in
      try handle.readerLines()
    }
    return lines.compactMap(Reader.init(line:))
  }
}

/// One reader slot: an entry of `lock.mdb`, in which LMDB registers one read of any process.
///
/// ```swift
/// for reader in try environment.readers() where reader.transaction != nil {
///   print("process \(reader.process) reads")
/// }
/// ```
public struct Reader: Sendable, Hashable {
  /// The number of the process that owns the slot.
  public let process: Int32
  /// The number of the snapshot's commit, or `nil` between two reads.
  public let transaction: UInt64?

  /// Parses a line of LMDB's reader list: process, thread in hexadecimal, transaction or a dash.
  ///
  /// Returns `nil` for the heading of the list.
  init?(line: String) {
    let words = line.split { $0 == " " || $0 == "\n" }
    guard words.count == 3, let process = Int32(words[0]) else { return nil }
    self.process = process
    transaction = UInt64(words[2])
  }
}
