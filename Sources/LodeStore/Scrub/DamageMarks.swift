internal import LodeLMDB
import Synchronization

/// The tables whose use damage forbids, by their names in LMDB.
struct DamageMarks: Equatable {
  /// The tables with damaged pages.
  private var tables: Set<String> = []
  /// The tables of the indexes that queries must not use.
  private var indexes: Set<String> = []

  init(_ damage: [StoreHealth.Damage]) {
    for item in damage {
      if item.kind == .pages { tables.insert(item.table) }
      if item.kind == .index { indexes.insert(item.table) }
    }
  }

  fileprivate func table(_ table: Table, _ id: UInt32) -> Table {
    tables.contains(CollectionInfo.tableName(id)) ? table.refused : table.admitted
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
    if let shared {
      catalog.shared = SharedTable(id: shared.id, table: marks.table(shared.table, shared.id))
    }
    for (name, info) in collections { catalog.collections[name] = info.marked(marks, shared) }
    if let blobs = schemas.blobs { catalog.schemas = schemas.with(blobs: blobs.marked(marks, nil)) }
    return catalog
  }
}

extension CollectionInfo {
  /// The error of a read in a collection with a damaged page.
  var refusal: StoreError {
    StoreError(.damaged, collection: name, context: "a check has found a damaged page")
  }

  fileprivate func marked(_ marks: DamageMarks, _ shared: SharedTable?) -> CollectionInfo {
    let holder = table.isShared ? shared?.id ?? id : id
    return with(table: marks.table(table, holder))
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
      // Inside the lock, two calls cannot apply their marks in the wrong order.
      let marks = health.marks
      state.catalog = CatalogSnapshot(state.catalog.catalog.marked(marks), table: table)
    }
  }

  /// Records that a check has found all pages to be sound.
  func noteSoundPages() {
    if health.remove(where: { $0.kind == .pages }) { applyDamageMarks() }
  }

  /// Records that a check has found no damage.
  func noteSoundStore() {
    if health.remove(where: { _ in true }) { applyDamageMarks() }
  }
}
