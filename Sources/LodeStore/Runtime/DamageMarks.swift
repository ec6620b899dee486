internal import LodeLMDB

/// The damaged tables and indexes that reads and writes must not use, by the names of the tables.
struct DamageMarks: Equatable {
  /// The tables with damaged pages.
  private var tables: Set<String> = []
  /// The damage of rows, by the table of the collection.
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
    tables.contains(CollectionRecord.tableName(id)) ? table.refused : table.admitted
  }

  /// Returns the damage of the rows of a collection.
  ///
  /// Damage of the store's own tables counts as damage of every collection.
  fileprivate func rowDamage(_ info: CollectionRuntime) -> RowDamage {
    rows[DamagedTable.main] ?? rows[CatalogRecord.tableName]
      ?? rows[CollectionRecord.tableName(info.id)] ?? .none
  }

  /// Whether the catalog can lack collections.
  fileprivate var outdatesCatalog: Bool {
    rows[DamagedTable.main] != nil || rows[CatalogRecord.tableName] != nil
  }

  fileprivate func distrusts(_ index: IndexRuntime) -> Bool {
    let name = CollectionRecord.tableName(index.id)
    return tables.contains(name) || indexes.contains(name)
  }
}

extension Catalog {
  /// Returns the catalog with these marks instead of its earlier marks.
  func marked(_ marks: DamageMarks) -> Catalog {
    var catalog = self
    catalog.isOutdated = marks.outdatesCatalog
    if let shared {
      catalog.shared = SharedTable(id: shared.id, table: marks.table(shared.table, shared.id))
    }
    if let log = changeLog {
      catalog.changeLog = ChangeLogRecord(
        id: log.id, table: marks.table(log.table, log.id), limits: log.limits)
    }
    for (name, info) in collections { catalog.collections[name] = info.marked(marks, shared) }
    if let blobs = schemas.blobs { catalog.schemas = schemas.with(blobs: blobs.marked(marks, nil)) }
    return catalog
  }
}

extension CollectionRuntime {
  fileprivate func marked(_ marks: DamageMarks, _ shared: SharedTable?) -> CollectionRuntime {
    let holder = table.isShared ? shared?.id ?? id : id
    return with(
      table: marks.table(table, holder),
      indexes: indexes.map {
        $0.with(table: marks.table($0.table, $0.id), isDistrusted: marks.distrusts($0))
      },
      rowDamage: marks.rowDamage(self))
  }
}
