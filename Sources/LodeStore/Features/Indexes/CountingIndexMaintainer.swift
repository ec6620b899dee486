internal import LodeCoding

/// The maintainer of a counting index.
///
/// A counting index contains the number of rows for each combination of component values. For each
/// combination and carried field, the index also contains the sum of the integers, and the number
/// of rows with each value. A carried field is a field of ``IndexDefinition/carried``.
final class CountingIndexMaintainer: IndexMaintainer {
  let info: IndexRuntime
  private(set) var isLossy = false
  let foundDuplicates = false
  private let table: IndexTable
  private let shape: EntryShape
  private var entries = IndexEntries()
  private var key = KeyBuffer()
  private var carried = KeyBuffer()
  private var changes: CountedEntries

  init(_ info: IndexRuntime, collection: String, context: WriteSession, reader: FieldReader) {
    self.info = info
    table = IndexTable(info, collection: collection, context: context)
    shape = EntryShape(info.definition, reader)
    changes = CountedEntries(fieldCount: info.definition.carried.count)
  }

  func forget() { changes.removeAll() }

  func close() { table.close() }

  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws {
    entries.removeAll()
    try shape.add(to: &entries, from: &row, &key, &carried, isLossy: &isLossy)
    entries.sort()
    try changes.add(entries, sign: side == .old ? -1 : 1)
  }

  func check() throws(StoreError) {}

  func writeGathered() throws(StoreError) { try apply() }

  func apply() throws(StoreError) {
    let none = CountedGroup(fieldCount: changes.fieldCount)
    for (group, change) in changes.groups where change != none {
      var total = try self.group(group) ?? none
      total.add(change)
      try put(total == none ? nil : total.bytes, group)
    }
    for (key, change) in changes.values where change != 0 {
      let count = try (self.count(key) ?? 0) &+ change
      try put(count == 0 ? nil : CatalogRecord.withBytes(of: count), key)
    }
    changes.removeAll()
  }

  private func group(_ key: [UInt8]) throws(StoreError) -> CountedGroup? {
    guard let bytes = try table.carried(key.span) else { return nil }
    guard let group = CountedGroup(bytes.span, fieldCount: changes.fieldCount) else {
      throw table.damaged()
    }
    return group
  }

  private func count(_ key: [UInt8]) throws(StoreError) -> Int64? {
    guard let bytes = try table.carried(key.span) else { return nil }
    guard bytes.count == 8 else { throw table.damaged() }
    return Int64(bitPattern: bytes.span.littleEndianUInt64(at: 0))
  }

  private func put(_ value: [UInt8]?, _ key: [UInt8]) throws(StoreError) {
    guard let value else { return try table.delete(key.span) }
    try table.put(key.span, carried: value.span)
  }
}
