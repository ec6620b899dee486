internal import LodeCoding
internal import LodeLMDB

/// Holds the entries of an index against the rows of its collection, in both directions.
///
/// Each entry that a row should have must be there, and there must be as many entries as that: then
/// none is left over.
final class IndexVerification {
  private let index: IndexInfo
  private let info: CollectionInfo
  private var collection: String { info.name }
  /// Whether its entries cannot be computed here.
  let isUnknown: Bool
  private let handle: TransactionHandle
  private let schemas: SchemaCatalog
  private let reader: FieldReader
  private let shape: EntryShape
  private var entries = IndexEntries()
  private var key = KeyBuffer()
  private var carried = KeyBuffer()
  private var expected = 0
  private var missing = 0
  private var isLossy = false
  /// What a counting index should have.
  private var counted: CountedEntries
  /// What is found of a search index.
  private let tokens: TokenIndexVerification?

  init(
    _ index: IndexInfo, of info: CollectionInfo, _ handle: TransactionHandle,
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
    // Before it is built, there may be rows of another layout.
    tokens =
      index.definition.kind == .search && index.hasEntries
      ? try? TokenIndexVerification(index, of: info, handle, reader) : nil
  }

  /// Looks for the entries of a row; what cannot be read was told already.
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

  /// Looks for the entries of a counting index, once all rows were counted.
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
    guard let value = try? handle.get(tableKey, in: index.table) else { return false }
    return value.byteOrder(IndexEntry.value(key: key, carried: carried).span) == 0
  }

  /// What is wrong with a search index.
  private func tokenProblem() -> String? {
    if !index.hasEntries { return nil }
    guard let problem = tokens?.problem() ?? (tokens == nil ? "it cannot be read" : nil) else {
      return nil
    }
    return "\(collection), index \(index.name): \(problem)"
  }

  /// What is wrong, once all rows were looked at.
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
      return "\(collection), index \(index.name): it counts as exact, and some entries are not"
    }
    if count == expected { return nil }
    return "\(collection), index \(index.name): \(count) entries, and the rows have \(expected)"
  }
}
