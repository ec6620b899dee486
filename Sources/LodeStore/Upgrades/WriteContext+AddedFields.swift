internal import LodeCoding
internal import LodeLMDB
import Synchronization

// What rows are read with that were archived before their types got all of their fields.
extension WriteContext {
  /// Records the defaults that rows are read with, and rebuilds the indexes whose entries change.
  ///
  /// - Throws: as emptying an index.
  func record(_ added: AddedFields) throws(StoreError) {
    let old = catalog.schemas
    if old.added == added { return }
    try recording { () throws(StoreError) in try replace(old, with: added) }
  }

  private func replace(_ old: SchemaCatalog, with added: AddedFields) throws(StoreError) {
    catalog.schemas = old.with(added: added)
    noteCatalogChange()
    let names = catalog.schemas.namesReadOtherwise(than: old)
    if names.isEmpty { return }
    for info in catalog.collections.values
    where info.indexes.contains(where: { $0.definition.reads(names) }) {
      forgetState(of: info.name)
      update(try restartingIndexes(of: info) { $0.reads(names) })
    }
  }
}

extension SchemaCatalog {
  /// The names of fields for which rows of some schema are read with another value than before.
  func namesReadOtherwise(than old: SchemaCatalog) -> Set<String> {
    var names: Set<String> = []
    for (new, old) in zip(schemas, old.schemas) where new !== old {
      let before = Dictionary(old.added.map { ($0.name, $0) }) { first, _ in first }
      let now = Dictionary(new.added.map { ($0.name, $0) }) { first, _ in first }
      for name in Set(before.keys).union(now.keys)
      where before[name]?.names != now[name]?.names || before[name]?.archive != now[name]?.archive {
        names.insert(name)
      }
    }
    return names
  }
}

extension IndexDefinition {
  /// Whether its entries are made of fields of some names, or may be.
  fileprivate func reads(_ names: Set<String>) -> Bool {
    paths.contains { $0.isComputed || !names.isDisjoint(with: $0.names) }
  }
}

extension Catalog {
  /// The catalog as a program sees it whose rows are read with other defaults, and who must not
  /// record them.
  func assuming(_ added: AddedFields) -> Catalog {
    var catalog = self
    catalog.schemas = schemas.with(added: added)
    let names = catalog.schemas.namesReadOtherwise(than: schemas)
    if names.isEmpty { return catalog }
    for var info in collections.values {
      for index in info.indexes where index.definition.reads(names) {
        info = info.with(index: index.with(state: .disabled), named: index.name)
      }
      catalog.collections[info.name] = info
    }
    return catalog
  }
}

extension ReadTransaction {
  /// What rows are read with for the fields that types got later.
  package var addedFields: AddedFields { catalog.catalog.schemas.added }
}

extension WriteScope {
  /// What rows are read with for the fields that types got later.
  package var addedFields: AddedFields { context.catalog.schemas.added }

  /// Records the defaults that rows are read with, and rebuilds the indexes whose entries change.
  ///
  /// That is no change of the store's content, so it has no revision of its own.
  package func record(_ added: AddedFields) throws {
    try context.checkOpen()
    try context.record(added)
  }

  /// The latest version of a type that is known of the store; 0 when there is none.
  package func latestVersion(of type: String) -> Int {
    let recorded = context.catalog.types.records[type]?.version ?? 0
    return context.catalog.schemas.schemas.reduce(recorded) {
      $1.name == type ? max($0, $1.version) : $0
    }
  }

  /// Whether the defaults of a type were looked at before, by this store or this write; from now on
  /// they were.
  package func knowsDefaults(of type: Any.Type) -> Bool {
    context.store.typesWithDefaults.withLock { !$0.insert(ObjectIdentifier(type)).inserted }
  }
}

extension Store {
  /// Has rows read with defaults that are not recorded, since nothing may be written; indexes that
  /// have other entries are not used.
  package func assume(_ added: AddedFields) { core.assume(added) }
}
