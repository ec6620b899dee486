internal import CLMDB

// Moves among the keys of one owner in a shared table. An owner is one user of the table, such as a
// small collection. Each owner's keys have the owner's prefix.
extension CursorHandle {
  /// Moves, and returns the row if its key belongs to the owner; otherwise `nil`.
  @_lifetime(borrow self)
  @usableFromInline
  func moveWithin(_ move: CursorMove) throws(LMDBError) -> Entry? {
    switch move {
    case .first:
      let empty = Span<UInt8>()
      return try unsafe entry(
        prefix.withKey(empty) { bytes throws(LMDBError) in
          try unsafe find(bytes, exactly: false)
        })
    case .last: return try unsafe entry(last())
    case .next:
      let found = try unsafe step(.next)
      // A cursor without a position moves to the first row of the whole table.
      if unsafe found.status == 0, prefix.order(of: unsafe Span(_unsafeBytes: found.key)) < 0 {
        return try moveWithin(.first)
      }
      return try unsafe entry(found)
    case .previous:
      let found = try unsafe step(.previous)
      if unsafe found.status == 0, prefix.order(of: unsafe Span(_unsafeBytes: found.key)) > 0 {
        return try moveWithin(.last)
      }
      return try unsafe entry(found)
    case .current: return try unsafe entry(step(.current))
    }
  }

  /// Moves to the last row whose owner's number is at most this owner's number.
  private func last() throws(LMDBError) -> lode_entry {
    guard prefix.number < .max else { return try unsafe step(.last) }
    let following = KeyPrefix(number: prefix.number + 1)
    let found = try unsafe following.withKey(Span<UInt8>()) { bytes throws(LMDBError) in
      unsafe try find(bytes, exactly: false)
    }
    return try unsafe step(found.status == 0 ? .previous : .last)
  }

  /// Appends a row after the owner's last row; returns `false`, without a change, if the key is not
  /// greater than the owner's last key.
  @usableFromInline
  func appendWithin(
    count: Int, forKey key: Span<UInt8>, fill: (inout OutputSpan<UInt8>) -> Void
  ) throws(LMDBError) -> Bool {
    if let last = try moveWithin(.last), last.key.compare(key) >= 0 { return false }
    return try insert(count: count, forKey: key, fill: fill) == nil
  }
}

// Operations of one owner on a shared table.
extension TransactionHandle {
  /// Returns the number of keys of an owner.
  ///
  /// - Complexity: O(k) for k keys of the owner.
  func countWithin(_ table: TableLocation) throws(LMDBError) -> Int {
    let cursor = try CursorHandle(self, over: table)
    defer { cursor.close() }
    var count = 0
    while try cursor.move(count == 0 ? .first : .next) != nil { count += 1 }
    return count
  }

  /// Deletes the keys of an owner.
  ///
  /// - Complexity: O(k log n) for k keys of the owner and n keys of the shared table.
  func clearWithin(_ table: TableLocation) throws(LMDBError) {
    let cursor = try CursorHandle(self, over: table)
    defer { cursor.close() }
    while try cursor.move(.first) != nil { _ = try cursor.deleteCurrent() }
  }

  /// Moves the rows of an owner to an empty table.
  package func moveRows(of place: TableLocation, to table: Table) throws(LMDBError) {
    let (old, new) = (
      try CursorHandle(self, over: place), try CursorHandle(self, over: table.place)
    )
    defer {
      old.close()
      new.close()
    }
    var move = CursorMove.first
    while let row = try old.move(move) {
      // The put can free the memory of a page that the transaction has changed. LMDB keeps only the
      // pages at cursors, and a long value is on other pages. Therefore copy the value.
      let value = Array(copying: row.value)
      _ = try new.put(value.span, forKey: row.key, mode: .append)
      move = .next
    }
    try clearWithin(place)
  }
}

extension Table {
  /// Returns the part of a shared table that belongs to an owner.
  ///
  /// - Parameter number: The owner's number, above 0.
  package func part(of number: UInt32) -> Table {
    Table(place.part(of: KeyPrefix(number: number)))
  }

  /// Whether the value is one owner's part of a shared table.
  package var isShared: Bool { !place.prefix.isNone }

  /// Returns the owner's number from a whole key of a shared table; `nil` without a prefix.
  package static func owner(ofWholeKey key: Span<UInt8>) -> UInt32? {
    if key.count < KeyPrefix.byteCount { return nil }
    return (0..<KeyPrefix.byteCount).reduce(0) { $0 << 8 | UInt32(key[$1]) }
  }

  /// Returns a whole key of a shared table without the owner's prefix.
  @_lifetime(copy key)
  package static func ownKey(ofWholeKey key: Span<UInt8>) -> Span<UInt8> {
    key.extracting(droppingFirst: KeyPrefix.byteCount)
  }

  /// The maximum length of a key in bytes, without the owner's prefix.
  package var longestKey: Int { place.prefix.longestKey }
}
