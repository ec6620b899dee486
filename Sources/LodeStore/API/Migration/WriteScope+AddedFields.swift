internal import LodeCoding
import Synchronization

// The defaults of added fields: fields that are newer than existing rows.

extension SchemaCatalog {
  /// Returns the names of the fields whose defaults differ from an older catalog.
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
  /// Returns whether the index can use one of the fields.
  fileprivate func reads(_ names: Set<String>) -> Bool {
    paths.contains { $0.isComputed || !names.isDisjoint(with: $0.names) }
  }
}

extension Catalog {
  /// Returns a catalog for reads with defaults that the program cannot record.
  ///
  /// The returned catalog disables the indexes that contain other values of the added fields.
  func assuming(_ added: AddedFields) -> Catalog {
    var catalog = self
    catalog.schemas = schemas.with(added: added)
    let names = catalog.schemas.namesReadOtherwise(than: schemas)
    if names.isEmpty { return catalog }
    for var info in collections.values {
      for index in info.indexes where index.definition.reads(names) {
        info = info.with(index: index.with { $0.state = .disabled }, named: index.name)
      }
      catalog.collections[info.name] = info
    }
    return catalog
  }
}

extension ReadTransaction {
  /// The recorded defaults of added fields.
  package var addedFields: AddedFields { catalog.catalog.schemas.added }
}

extension WriteScope {
  /// The recorded defaults of added fields.
  package var addedFields: AddedFields { context.catalog.schemas.added }

  /// Records the defaults of added fields.
  ///
  /// The call empties the indexes whose entries change, for a rebuild.
  ///
  /// Without other changes, the commit has no new revision.
  package func record(_ added: AddedFields) throws {
    try context.checkOpen()
    if context.catalog.schemas.added == added { return }
    try context.recording { () throws(StoreError) in try replaceAddedFields(with: added) }
  }

  private func replaceAddedFields(with added: AddedFields) throws(StoreError) {
    let old = context.catalog.schemas
    context.catalog.schemas = old.with(added: added)
    context.noteCatalogChange()
    let names = context.catalog.schemas.namesReadOtherwise(than: old)
    if names.isEmpty { return }
    for info in context.catalog.collections.values
    where info.indexes.contains(where: { $0.definition.reads(names) }) {
      states.forget(info.name)
      context.update(try IndexTables(context).restarting(info) { $0.reads(names) })
    }
  }

  /// Returns the latest recorded version of a type, or 0 if the store has not recorded the type.
  package func latestVersion(of type: String) -> Int {
    let recorded = context.catalog.types.records[type]?.version ?? 0
    return context.catalog.schemas.schemas.reduce(recorded) {
      $1.name == type ? max($0, $1.version) : $0
    }
  }

  /// Returns whether this write, or an earlier completed write of this process, has checked the
  /// defaults of a type.
  package func hasCheckedDefaults(of type: Any.Type) -> Bool {
    let type = ObjectIdentifier(type)
    return context.participant(CheckedModels.self).types.contains(type)
      || context.store.typesWithDefaults.withLock { $0.contains(type) }
  }

  /// Marks the defaults of a type as checked.
  ///
  /// Later writes see the mark only if this write completes.
  package func markDefaultsChecked(of type: Any.Type) {
    context.participant(CheckedModels.self).types.insert(ObjectIdentifier(type))
  }
}

extension Store {
  /// Applies defaults of added fields to reads, in a store that cannot record the defaults.
  ///
  /// Queries do not use indexes that contain other values of the added fields.
  package func assume(_ added: AddedFields) { core.assume(added) }
}
