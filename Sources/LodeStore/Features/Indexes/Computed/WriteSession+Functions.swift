extension WriteSession {
  /// Disables each index that the program cannot maintain, before a row of the collection changes.
  ///
  /// The call never disables a usable unique index, because writes could then add duplicates.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if the program lacks a function of a usable
  ///   unique index, or `needsMigration` if the program lacks the migration plan.
  func disableUnknownIndexes(
    of info: CollectionRuntime
  ) throws(StoreError) -> CollectionRuntime {
    var changed = info
    for index in info.indexes where index.hasEntries && !info.canCompute(index) {
      if index.definition.kind == .unique, index.isUsable {
        throw StoreError(
          index.canCompute(in: info.name) ? .needsMigration : .unknownFunction,
          collection: info.name, context: "unique index \(index.name)")
      }
      let emptied = try emptied(index, of: info.name)
      changed = changed.with(index: emptied.disabled, named: index.name)
    }
    if changed !== info { update(changed) }
    return changed
  }
}
