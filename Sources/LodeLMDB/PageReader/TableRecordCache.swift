/// The records of up to 64 tables that a snapshot has used.
struct TableRecordCache {
  struct Entry {
    let table: UInt32
    /// The record; `nil` if the snapshot does not contain the table.
    let record: TreeRecord?
    /// Whether the counts of the record need no further check.
    let isCounted: Bool
  }

  /// The entries by the remainder of the table number divided by `count`; empty before the first
  /// table.
  private var entries: [Entry?] = []
  private static let count = 64

  subscript(table: UInt32) -> Entry? {
    get {
      guard !entries.isEmpty, let entry = entries[Int(table) % Self.count], entry.table == table
      else { return nil }
      return entry
    }
    set {
      if entries.isEmpty { entries = Array(repeating: nil, count: Self.count) }
      entries[Int(table) % Self.count] = newValue
    }
  }

  /// Forgets all records, and keeps the memory.
  mutating func removeAll() {
    for index in entries.indices { entries[index] = nil }
  }
}
