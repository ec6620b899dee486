package import LodeCoding

extension WriteScope {
  /// Allows rows that the models of their collections cannot read, for the rest of the write.
  package func allowForeignRows() { context.allowsForeignRows = true }

  /// Returns the name of the type that owns a collection, or `nil` if no model has claimed the
  /// collection.
  package func owner(of collection: String) -> String? {
    context.catalog.owners(of: collection)?.first
  }

  /// Replaces the owner of a collection with another type.
  ///
  /// A collection without an owner does not change.
  package func setOwner(of collection: String, to schema: ArchiveSchema) {
    guard let info = context.catalog.collections[collection], let model = info.model,
      model != schema.name
    else { return }
    states.forget(collection)
    context.update(info.with { $0.model = schema.name })
  }

  /// Assigns a collection to the models of a type, from the next row on.
  package func recordModel(_ name: String, of collection: String) {
    states.state(of: collection).owner.record(name)
  }

  /// Sets the key format of a collection before the first row, and creates a missing collection.
  package func setKeyFormat(_ format: KeyFormat, of collection: String) throws {
    _ = try states.state(of: collection).table(for: format)
  }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The name of the type that has claimed the collection; `nil` without a claim in the catalog.
  package var recordedModel: String? { access.info?.model }
}
