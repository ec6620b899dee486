internal import LodeCoding
internal import LodeLMDB

/// A comparison of an index's entries with the rows of its collection, in both directions.
///
/// Each row must have its entries, and the index must have no other entries.
/// `TokenIndexVerification` compares full-text indexes.
final class IndexVerification {
  private let index: IndexRuntime
  private let info: CollectionRuntime
  private var collection: String { info.name }
  /// Whether the index has entries that the program cannot compute.
  let isUnknown: Bool
  private let handle: TransactionHandle
  private let schemas: SchemaCatalog
  private let reader: FieldReader
  private let shape: EntryShape
  private var entries = IndexEntries()
  private var key = KeyBuffer()
  private var carried = KeyBuffer()
  private var expected = 0
  /// The number of missing entries of the checked rows.
  private(set) var missing = 0
  private var isLossy = false
  /// The expected entries of a counting index.
  private var counted: CountedEntries
  /// The verification of a full-text index; `nil` for other indexes, and for an index that is
  /// unbuilt or unreadable.
  private let tokens: TokenIndexVerification?

  init(
    _ index: IndexRuntime, of info: CollectionRuntime, _ handle: TransactionHandle,
    _ schemas: SchemaCatalog
  ) {
    self.index = index
    self.info = info
    isUnknown = index.hasEntries && !info.canCompute(index)
    self.handle = handle
    self.schemas = schemas
    reader = FieldReader([index], of: info, handle)
    shape = EntryShape(index.definition, reader)
    counted = CountedEntries(fieldCount: index.definition.carried.count)
    // Before the build, the table can contain entries of an earlier layout.
    tokens =
      index.definition.kind == .search && index.hasEntries
      ? try? TokenIndexVerification(index, of: info, handle, reader) : nil
  }

  /// Checks the entries of a row.
  ///
  /// The caller reports unreadable rows.
  func check(
    _ record: borrowing RowRecord, _ key: Span<UInt8>, _ archive: Span<UInt8>,
    at tableKey: Span<UInt8>
  ) {
    guard record.header.type == .archive, !isUnknown, index.covers(tableKey) else { return }
    var properties: RowProperties?
    if reader.hasRowProperties {
      properties = try? RowProperties(record, key: key, info.keyFormat)
    }
    _ = info.withIndexed(archive, at: key, schemas, handle) { check(key, $0, properties) }
  }

  private func check(
    _ key: Span<UInt8>, _ archive: Span<UInt8>, _ properties: RowProperties?
  ) {
    entries.removeAll()
    var row = IndexedRow(
      key: key, archive: archive, schemas: schemas, reader: reader, properties: properties)
    if let tokens { return tokens.check(&row) }
    if index.definition.kind == .search { return }
    guard
      (try? shape.add(to: &entries, from: &row, &self.key, &carried, isLossy: &isLossy)) != nil
    else { return }
    entries.sort()
    if index.definition.kind == .counting {
      try? counted.add(entries, sign: 1)
      return
    }
    for place in entries.places {
      expected += 1
      if !isThere(place) { missing += 1 }
    }
  }

  /// Checks the entries of a counting index, after the check of all rows.
  private func checkCounted() {
    for (key, group) in counted.groups { note(key, group.bytes) }
    for (key, count) in counted.values {
      note(key, CatalogRecord.withBytes(of: UInt64(bitPattern: count)))
    }
  }

  private func note(_ key: [UInt8], _ value: [UInt8]) {
    expected += 1
    let tableKey = TableKey.isShortened(key.span) ? TableKey.shorten(key.span) : key
    if !hasValue(at: tableKey.span, key.span, value.span) { missing += 1 }
  }

  private func isThere(_ place: IndexEntries.Location) -> Bool {
    entries.withEntry(place) { key, _, carried in
      if !TableKey.isShortened(key) { return hasValue(at: key, key, carried) }
      let short = TableKey.shorten(key)
      return hasValue(at: short.span, key, carried)
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

  /// Returns the problem of a full-text index, or `nil`.
  private func tokenProblem() -> String? {
    if !index.hasEntries { return nil }
    guard let problem = tokens?.problem() ?? (tokens == nil ? "it cannot be read" : nil) else {
      return nil
    }
    return "\(collection), index \(index.name): \(problem)"
  }

  /// The number of entries that belong to no row, after the check of all rows.
  var surplus: Int {
    guard index.definition.kind != .search, let count = try? handle.count(index.table.place) else {
      return 0
    }
    return max(0, count - (expected - missing))
  }

  /// Returns the problem of the index, or `nil`, after the check of all rows.
  func problem() -> String? {
    if isUnknown { return nil }
    if index.definition.kind == .search { return tokenProblem() }
    if index.definition.kind == .counting { checkCounted() }
    let count: Int
    do throws(LMDBError) {
      count = try handle.count(index.table.place)
    } catch {
      return "\(collection), index \(index.name): \(error)"
    }
    if missing > 0 { return "\(collection), index \(index.name): \(missing) entries are missing" }
    if isLossy && !index.isLossy {
      return
        "\(collection), index \(index.name): the index is marked as exact, but some entries are not exact"
    }
    if count == expected { return nil }
    return "\(collection), index \(index.name): \(count) entries, but the rows have \(expected)"
  }
}
