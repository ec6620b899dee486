internal import LodeCoding
internal import LodeLMDB

/// The verifier of an ordered, unique, or counting index.
final class EntryVerifier: IndexVerifier {
  private let index: IndexRuntime
  private let handle: TransactionHandle
  private let shape: EntryShape
  private var entries = IndexEntries()
  private var key = KeyBuffer()
  private var carried = KeyBuffer()
  private var expected = 0
  private(set) var missing = 0
  private var isLossy = false
  /// The expected entries of a counting index; `nil` for other indexes.
  private var counted: CountedEntries?

  init(_ index: IndexRuntime, _ handle: TransactionHandle, _ reader: FieldReader, counts: Bool) {
    self.index = index
    self.handle = handle
    shape = EntryShape(index.definition, reader)
    counted = counts ? CountedEntries(fieldCount: index.definition.carried.count) : nil
  }

  func check(_ row: inout IndexedRow) {
    entries.removeAll()
    guard (try? shape.add(to: &entries, from: &row, &key, &carried, isLossy: &isLossy)) != nil
    else { return }
    entries.sort()
    if counted != nil {
      try? counted?.add(entries, sign: 1)
      return
    }
    for place in entries.places {
      expected += 1
      if !isThere(place) { missing += 1 }
    }
  }

  private func isThere(_ place: IndexEntries.Location) -> Bool {
    entries.withEntry(place) { key, _, carried in
      TableKey.withForm(of: key) { hasValue(at: $0, key, carried) }
    }
  }

  private func hasValue(
    at tableKey: Span<UInt8>, _ key: Span<UInt8>, _ carried: Span<UInt8>
  ) -> Bool {
    guard let value = try? handle.get(tableKey, in: index.table),
      let content = index.content(tableKey, value)
    else { return false }
    return content.byteOrder(IndexEntry.content(key: key, carried: carried).span) == 0
  }

  /// Checks the entries of a counting index, after the check of all rows.
  private func check(_ counted: CountedEntries) {
    for (key, group) in counted.groups { check(key, group.bytes) }
    for (key, count) in counted.values { check(key, CatalogRecord.withBytes(of: count)) }
  }

  private func check(_ key: [UInt8], _ value: [UInt8]) {
    expected += 1
    let isThere = TableKey.withForm(of: key.span) { hasValue(at: $0, key.span, value.span) }
    if !isThere { missing += 1 }
  }

  var surplus: Int {
    guard let count = try? handle.count(index.table.place) else { return 0 }
    return max(0, count - (expected - missing))
  }

  func problem() -> String? {
    if let counted { check(counted) }
    let count: Int
    do throws(LMDBError) {
      count = try handle.count(index.table.place)
    } catch {
      return "\(error)"
    }
    if missing > 0 { return "\(missing) entries are missing" }
    if isLossy && !index.isLossy {
      return "the index is marked as exact, but some entries are not exact"
    }
    return count == expected ? nil : "\(count) entries, but the rows have \(expected)"
  }
}
