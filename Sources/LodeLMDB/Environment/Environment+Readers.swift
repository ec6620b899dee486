extension Environment {
  /// Frees the reader slots of dead processes, and returns the number of freed slots.
  ///
  /// A dead reader pins its snapshot: the pages of the snapshot are never reused. Lode clears dead
  /// readers automatically: at opening, when the reader table or the map is full, and before a
  /// write once a minute.
  ///
  /// - Complexity: O(readers).
  /// - Throws: ``LMDBError`` with `closed` or `forked`.
  @discardableResult
  public func clearStaleReaders() throws(LMDBError) -> Int {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    return try handle.clearStaleReaders()
  }

  /// The reader slots in use, across all processes.
  /// - Complexity: O(readers).
  /// - Throws: ``LMDBError`` with `closed` or `forked`.
  public func readers() throws(LMDBError) -> [Reader] {
    let (handle, _) = try enter(takingIdleRead: false)
    defer { leave() }
    return try handle.readerLines().compactMap(Reader.init(line:))
  }
}

/// One slot of the reader table.
public struct Reader: Sendable, Hashable {
  /// The process that owns the slot.
  public let process: Int32
  /// The commit of the reader's snapshot, or `nil` between two reads.
  public let transaction: UInt64?

  /// Parses a line of LMDB's reader list: process, thread in hexadecimal, transaction or a dash.
  init?(line: String) {
    let words = line.split { $0 == " " || $0 == "\n" }
    guard words.count == 3, let process = Int32(words[0]) else { return nil }
    self.process = process
    transaction = UInt64(words[2])
  }
}
