internal import LodeCoding

/// The changed keys of one collection in one write, in the order of the changes.
///
/// The keys lie one after another in one buffer, so a recorded change allocates no memory of its
/// own. Keys that arrive in ascending order, as in a bulk load, are never sorted.
struct KeyChanges {
  let collection: String
  /// The text that the program attached to the write; set after the write.
  var userInfo: String?
  /// Whether the write emptied, dropped, or renamed the collection.
  private(set) var isCleared = false
  /// Whether damage hid keys of rows that the write deleted.
  private(set) var hasUnknownKeys = false
  /// Whether each key is greater than the key before it, so that no key occurs twice.
  private var isAscending = true
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The number of entries at which the next note first merges the entries of equal keys.
  private var mostEntries = Self.leastEntries
  private static let leastEntries = 100_000

  /// One change, or several merged changes, of a key.
  private struct Entry {
    /// The offset of the key in the buffer; a later entry has a greater offset.
    let start: Int
    /// The length of the key, at most `TableKey.maximumKeySize`.
    let count: UInt16
    let format: KeyFormat
    /// Whether the row existed before its first change.
    let existedBefore: Bool
    /// Whether the row exists after its last change.
    var existsNow: Bool

    var range: Range<Int> { start..<start &+ Int(count) }
  }

  init(_ collection: String) { self.collection = collection }

  /// Records a change of one row.
  mutating func note(_ step: WriteChanges.Step, _ key: Span<UInt8>, _ format: KeyFormat) {
    note(
      key, format, existedBefore: step != .inserted, existsNow: step != .deleted)
  }

  /// Records that the write emptied, dropped, or renamed the collection.
  ///
  /// - Parameter keys: The keys of the deleted rows; `nil` if damage prevents reading the keys.
  mutating func noteCleared(_ keys: [RowKey]?) {
    isCleared = true
    if keys == nil { hasUnknownKeys = true }
    for key in keys ?? [] { note(.deleted, key.bytes.span, key.format) }
  }

  /// Records that the write deleted a row whose key cannot be read.
  mutating func noteUnknownKey() { hasUnknownKeys = true }

  /// Records the changes of a later savepoint.
  mutating func append(_ later: KeyChanges) {
    isCleared = isCleared || later.isCleared
    hasUnknownKeys = hasUnknownKeys || later.hasUnknownKeys
    let keys = later.bytes.span
    for entry in later.entries {
      note(
        keys.extracting(entry.range), entry.format, existedBefore: entry.existedBefore,
        existsNow: entry.existsNow)
    }
  }

  private mutating func note(
    _ key: Span<UInt8>, _ format: KeyFormat, existedBefore: Bool, existsNow: Bool
  ) {
    if let last = entries.last {
      let order = bytes.span.extracting(last.range).byteOrder(key)
      if order == 0, last.format == format {
        entries[entries.count &- 1].existsNow = existsNow
        return
      }
      if order >= 0 { isAscending = false }
    }
    if entries.count == mostEntries {
      settle()
      mostEntries = max(Self.leastEntries, entries.count * 2)
    }
    entries.append(
      Entry(
        start: bytes.count, count: UInt16(key.count), format: format, existedBefore: existedBefore,
        existsNow: existsNow))
    bytes.append(copying: key)
  }

  /// Sorts the entries by their keys, and merges the entries of each key.
  mutating func settle() {
    if isAscending { return }
    let keys = bytes
    entries.sort { left, right in
      let order = keys.span.extracting(left.range).byteOrder(keys.span.extracting(right.range))
      return order == 0 ? left.start < right.start : order < 0
    }
    var merged = KeyChanges(collection)
    merged.append(sorted: self)
    self = merged
  }

  /// Appends the entries of sorted changes; the last change of a key decides whether a row exists.
  private mutating func append(sorted other: KeyChanges) {
    bytes.reserveCapacity(other.bytes.count)
    entries.reserveCapacity(other.entries.count)
    mostEntries = .max
    append(other)
    mostEntries = Self.leastEntries
  }

  /// Calls `body` with the net change of each key, in key order.
  ///
  /// A row that the write inserted and then deleted has no change. The caller first calls
  /// ``settle()``.
  func forEach<E>(
    _ body: (Span<UInt8>, KeyFormat, WriteChanges.Step) throws(E) -> Void
  ) throws(E) {
    let keys = bytes.span
    for entry in entries {
      let step: WriteChanges.Step
      switch (entry.existedBefore, entry.existsNow) {
      case (false, true): step = .inserted
      case (true, true): step = .updated
      case (true, false): step = .deleted
      case (false, false): continue
      }
      try body(keys.extracting(entry.range), entry.format, step)
    }
  }

  /// The number of recorded keys, of which some may have no net change.
  var count: Int { entries.count }

  /// The size of the recorded keys, in bytes.
  var byteCount: Int { bytes.count }

  /// Whether the write changed nothing in the collection.
  var isEmpty: Bool {
    !isCleared && !hasUnknownKeys && entries.allSatisfy { !$0.existedBefore && !$0.existsNow }
  }
}
