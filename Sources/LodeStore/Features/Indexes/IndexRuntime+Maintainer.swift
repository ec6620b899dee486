extension IndexRuntime {
  /// Creates the maintainer of the index.
  func maintainer(
    of collection: CollectionRuntime, in context: WriteSession, reader: FieldReader,
    isBuilding: Bool
  ) -> any IndexMaintainer {
    switch definition.kind {
    case .ordered, .unique:
      OrderedIndexMaintainer(self, collection: collection.name, context: context, reader: reader)
    case .counting:
      CountingIndexMaintainer(self, collection: collection.name, context: context, reader: reader)
    case .search:
      SearchIndexMaintainer(
        self, of: collection, in: context, reader: reader, isBuilding: isBuilding)
    }
  }
}
