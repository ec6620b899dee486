internal import LodeCoding
internal import LodeLMDB

// The indexes of collections.
extension CatalogTable {
  /// Loads the indexes by the table numbers of their collections; each list is ordered by name.
  ///
  /// - Parameters:
  ///   - functions: The registry with the functions of computed components.
  ///   - hasEarlierLayouts: Set to `true` if an index has an earlier layout.
  ///   - open: Returns the table with a number.
  func loadIndexes(
    _ functions: FunctionRegistry, _ hasEarlierLayouts: inout Bool,
    open: (UInt32) throws(LMDBError) -> Table
  ) throws(StoreError) -> [UInt32: [IndexRuntime]] {
    var indexes: [UInt32: [IndexRuntime]] = [:]
    var hasEarlier = false
    try forEachRow(ofKind: CatalogRecord.indexKind) { (key, value) throws(StoreError) in
      guard key.count > 5, let record = CatalogRecord.decodeIndex(value) else { throw damaged() }
      let collection = try tableNumber(key.extracting(first: 5))
      let name = String(decoding: Array(copying: key).dropFirst(5), as: UTF8.self)
      guard let definition = IndexDefinition(name: name, encoded: record.definition.span) else {
        throw damaged()
      }
      // An index of another layout must be built from its beginning.
      let isCurrent = IndexDefinition.hasLayout(record.definition.span)
      if !isCurrent { hasEarlier = true }
      indexes[collection, default: []].append(
        IndexRuntime(
          definition, id: record.id, table: try opened(record.id, open), known: functions,
          state: isCurrent ? record.state : .building,
          isLossy: record.isLossy, isDeclared: record.isDeclared,
          foundDuplicates: record.foundDuplicates,
          hasChecks: isCurrent ? record.hasChecks : true,
          progress: isCurrent ? record.progress : []))
    }
    if hasEarlier { hasEarlierLayouts = true }
    return indexes
  }

  /// Writes the indexes that differ between two generations, and raises the store's format number
  /// if necessary.
  func writeIndexes(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    let (newIndexes, oldIndexes) = (new.indexes, old.indexes)
    for (key, index) in newIndexes where index !== oldIndexes[key] {
      try put(CatalogRecord.encode(index), key)
      if index.hasChecks { try raiseFormat(to: CatalogRecord.checkedFormat) }
      if index.isSearch { try raiseFormat(to: CatalogRecord.searchFormat) }
    }
    for key in oldIndexes.keys where newIndexes[key] == nil {
      _ = try transaction.delete(key.span, in: table)
    }
    if !newIndexes.isEmpty && oldIndexes.isEmpty {
      try raiseFormat(to: CatalogRecord.indexFormat)
    }
    if newIndexes.values.contains(where: \.isComputed),
      !oldIndexes.values.contains(where: \.isComputed)
    {
      try raiseFormat(to: CatalogRecord.computedFormat)
    }
  }
}

extension Catalog {
  /// Replaces indexes of an earlier layout with unbuilt indexes of the current layout.
  ///
  /// The first commit replaces these indexes, whatever the commit changes. Otherwise, an earlier
  /// version of Lode would search an index without the new rows.
  mutating func replaceEarlierLayouts() {
    if !hasEarlierLayouts { return }
    for var info in collections.values {
      for index in info.indexes
      where index.isSearch && index.state == .building && index.progress.isEmpty {
        info = info.with(index: index.with(state: .building), named: index.name)
      }
      collections[info.name] = info
    }
    hasEarlierLayouts = false
    generation += 1
  }

  /// The indexes by their keys in the catalog.
  fileprivate var indexes: [[UInt8]: IndexRuntime] {
    var indexes: [[UInt8]: IndexRuntime] = [:]
    for info in collections.values {
      for index in info.indexes { indexes[CatalogRecord.indexKey(index.name, of: info.id)] = index }
    }
    return indexes
  }
}

extension IndexRuntime {
  /// Whether the index is a full-text index.
  fileprivate var isSearch: Bool { definition.kind == .search }

  /// Whether the index has a computed component.
  fileprivate var isComputed: Bool { definition.parts.contains { $0.path.isComputed } }
}

extension CatalogRecord {
  static let indexKind: UInt8 = 10

  static func indexKey(_ name: String, of id: UInt32) -> [UInt8] {
    [indexKind] + withBytes(of: id.bigEndian) + name.utf8
  }

  static func encode(_ index: IndexRuntime) -> [UInt8] {
    let definition = index.definition.encoded
    let flags: UInt8 =
      (index.isLossy ? 1 : 0) + (index.foundDuplicates ? 2 : 0)
      + (index.isDeclared ? 4 : 0) + (index.hasChecks ? 8 : 0)
    return withBytes(of: index.id) + [index.state.rawValue, flags]
      + withBytes(of: UInt32(definition.count)) + definition + index.progress
  }

  /// The decoded row of an index.
  struct Index {
    var id: UInt32
    var state: IndexState
    var isLossy: Bool
    var isDeclared: Bool
    var foundDuplicates: Bool
    var hasChecks: Bool
    var definition: [UInt8]
    var progress: [UInt8]
  }

  /// Decodes the row of an index; returns `nil` if the bytes are damaged.
  static func decodeIndex(_ value: Span<UInt8>) -> Index? {
    guard value.count >= 10, let state = IndexState(rawValue: value[4]), value[5] <= 15 else {
      return nil
    }
    let end = 10 + Int(value.littleEndianUInt32(at: 6))
    guard end <= value.count else { return nil }
    return Index(
      id: value.littleEndianUInt32(at: 0), state: state, isLossy: value[5] & 1 != 0,
      isDeclared: value[5] & 4 != 0, foundDuplicates: value[5] & 2 != 0,
      hasChecks: value[5] & 8 != 0,
      definition: value.extracting(10..<end).copied(),
      progress: value.extracting(end..<value.count).copied())
  }
}
