internal import Foundation

/// Compares the blobs of a snapshot, and the reference counts of the blobs, with the rows that
/// refer to blobs.
struct BlobCheck {
  private let table: BlobTable?
  /// The number of rows so far that refer to a blob, by blob number.
  private var references: [UInt64: UInt64] = [:]
  /// The numbers of the tables that have rows with blobs.
  private var tables: Set<UInt32> = []

  init(_ table: BlobTable?) { self.table = table }

  /// Adds the references of a row, and returns a description of the row's problem; `nil` without a
  /// problem.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the blobs that the row's archive refers to.
  ///   - isFlagged: Whether the row's header records references to blobs.
  ///   - info: The collection of the row.
  mutating func note(
    _ numbers: [UInt64], isFlagged: Bool, in info: CollectionRuntime
  ) throws(StoreError) -> String? {
    if isFlagged != !numbers.isEmpty {
      return isFlagged
        ? "refers to no blob, but the header of the row records blobs"
        : "refers to blobs, but the header of the row records no blob"
    }
    guard isFlagged else { return nil }
    tables.insert(info.id)
    var missing: [UInt64] = []
    for number in numbers {
      references[number, default: 0] += 1
      if try table?.entry(number) == nil { missing.append(number) }
    }
    if missing.isEmpty { return nil }
    return missing.count == 1
      ? "refers to blob \(missing[0]), which does not exist"
      : "refers to blobs \(missing.map(String.init).joined(separator: ", ")), which do not exist"
  }

  /// Returns descriptions of the problems of the blobs.
  ///
  /// Before the call, `note` must have received all rows with blobs.
  func problems() throws(StoreError) -> [String] {
    guard let table else { return [] }
    var problems: [String] = []
    var totals = BlobTotals()
    var entries: [(UInt64, BlobEntry)] = []
    try table.forEachEntry { entries.append(($0, $1)) }
    for (number, entry) in entries {
      totals.count &+= 1
      totals.size &+= entry.size
      totals.references &+= entry.references
      if let problem = try problem(of: number, entry, table) { problems.append(problem) }
    }
    let known = try table.totals()
    totals.next = known.next
    if known != totals || entries.contains(where: { $0.0 >= known.next }) {
      problems.append("the recorded totals of the blobs differ from the blobs")
    }
    for id in tables.sorted() where try !table.isMarked(id) {
      problems.append("rows of table \(id) refer to blobs, but the table is not marked")
    }
    return problems
  }

  /// Returns a description of the problem of one blob, or `nil` without a problem.
  private func problem(
    of number: UInt64, _ entry: BlobEntry, _ table: BlobTable
  ) throws(StoreError) -> String? {
    let counted = references[number] ?? 0
    if counted == 0 { return "no row refers to blob \(number)" }
    if counted != entry.references {
      return
        "blob \(number) records \(entry.references) references, but \(counted) rows refer to it"
    }
    guard let bytes = try table.bytes(number), BlobRecord.hash(bytes.span) == entry.hash else {
      return "the bytes of blob \(number) are missing or changed"
    }
    let isFound = try table.hasRow(BlobRecord.hashKey(entry.hash, number))
    return isFound ? nil : "blob \(number) has no entry for the hash of its bytes"
  }
}
