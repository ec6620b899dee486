/// The records of the tables that a snapshot has used.
struct TableRecordCache {
  /// One table for each remainder of a number.
  private var records: [(table: UInt32, record: TreeRecord)?] = []
  private static let count = 64

  subscript(table: UInt32) -> TreeRecord? {
    get {
      guard !records.isEmpty, let entry = records[Int(table) % Self.count], entry.table == table
      else { return nil }
      return entry.record
    }
    set {
      if records.isEmpty { records = Array(repeating: nil, count: Self.count) }
      records[Int(table) % Self.count] = newValue.map { (table, $0) }
    }
  }
}
