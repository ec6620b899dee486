internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The damage of a collection's rows that a check has found.
enum RowDamage {
  case none
  /// Some rows are damaged, and every other row can be read.
  ///
  /// A key that a read does not find may be the key of a damaged row.
  case damagedRows
  /// Rows are missing or outdated, and the check cannot determine which rows.
  case unknownRows
}

/// The damaged tables and indexes that reads and writes must not use, by their names in LMDB.
struct DamageMarks: Equatable {
  /// The tables with damaged pages.
  private var tables: Set<String> = []
  /// The damage of rows, by the tables of their collections.
  private var rows: [String: RowDamage] = [:]
  /// The tables of the indexes that queries must not use.
  private var indexes: Set<String> = []

  init(_ damage: [StoreHealth.Damage]) {
    for item in damage {
      if item.kind == .pages { tables.insert(item.table) }
      if item.kind == .rows { rows[item.table] = item.rows > 0 ? .damagedRows : .unknownRows }
      if item.kind == .index { indexes.insert(item.table) }
    }
  }

  fileprivate func table(_ table: Table, _ id: UInt32) -> Table {
    tables.contains(CollectionInfo.tableName(id)) ? table.refused : table.admitted
  }

  /// Every read depends on the store's own tables.
  fileprivate func rowDamage(_ info: CollectionInfo) -> RowDamage {
    rows[DamagedTable.main] ?? rows[CatalogRecord.tableName]
      ?? rows[CollectionInfo.tableName(info.id)] ?? .none
  }

  /// Whether the catalog may lack collections.
  fileprivate var outdatesCatalog: Bool {
    rows[DamagedTable.main] != nil || rows[CatalogRecord.tableName] != nil
  }

  fileprivate func distrusts(_ index: IndexInfo) -> Bool {
    let name = CollectionInfo.tableName(index.id)
    return tables.contains(name) || indexes.contains(name)
  }
}

extension Catalog {
  /// Returns the catalog with exactly these marks on its tables and indexes.
  func marked(_ marks: DamageMarks) -> Catalog {
    var catalog = self
    catalog.isOutdated = marks.outdatesCatalog
    if let shared {
      catalog.shared = SharedTable(id: shared.id, table: marks.table(shared.table, shared.id))
    }
    for (name, info) in collections { catalog.collections[name] = info.marked(marks, shared) }
    if let blobs = schemas.blobs { catalog.schemas = schemas.with(blobs: blobs.marked(marks, nil)) }
    return catalog
  }
}

extension CollectionInfo {
  /// Throws `damaged` if a check has found a damaged page, or missing or outdated rows.
  @inline(__always)
  func checkReadable() throws(StoreError) {
    if table.isRefused { throw refusal("a check has found a damaged page") }
    if rowDamage == .unknownRows { throw refusal("a check has found missing or outdated rows") }
  }

  @inline(never)
  private func refusal(_ reason: String) -> StoreError {
    StoreError(.damaged, collection: name, context: reason)
  }

  /// Throws `damaged` if a key that a read has not found may be the key of a damaged or lost row.
  @inline(__always)
  func checkAbsence(of key: Span<UInt8>) throws(StoreError) {
    if rowDamage != .none { throw uncertainAbsence(of: key) }
  }

  @inline(never)
  private func uncertainAbsence(of key: Span<UInt8>) -> StoreError {
    StoreError(
      .damaged, collection: name,
      context: "\(describe(key, keyFormat ?? .raw)): the row is missing, and can be one of the "
        + "damaged rows that a check has found")
  }

  fileprivate func marked(_ marks: DamageMarks, _ shared: SharedTable?) -> CollectionInfo {
    let holder = table.isShared ? shared?.id ?? id : id
    return with(table: marks.table(table, holder), rowDamage: marks.rowDamage(self))
      .with(
        indexes: indexes.map {
          $0.marked(table: marks.table($0.table, $0.id), isDistrusted: marks.distrusts($0))
        })
  }
}

extension StoreCore {
  /// Applies the marks of damaged tables to new reads and writes.
  func applyDamageMarks() {
    let table = catalogTable
    published.withLock { state in
      // The lock keeps two calls from applying their marks in the wrong order.
      let marks = health.marks
      state.catalog = CatalogSnapshot(state.catalog.catalog.marked(marks), table: table)
    }
  }

  /// Records that a check has found all pages to be sound.
  func noteSoundPages() {
    if health.remove(where: \.isOfPages) { applyDamageMarks() }
  }

  /// Records that a check has found no damage.
  func noteSoundStore() {
    if health.remove(where: { _ in true }) { applyDamageMarks() }
  }
}
