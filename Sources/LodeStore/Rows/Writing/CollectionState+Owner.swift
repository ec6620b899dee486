internal import LodeCoding

// Collections that belong to a model.
extension CollectionState {
  /// Assigns the collection to the models of a type, from the next row on.
  ///
  /// A type also claims the collections of its former names.
  ///
  /// - Throws: ``StoreError`` with `protectedCollection` if the collection belongs to another type,
  ///   and the write does not allow rows of other types.
  func claim(_ schema: ArchiveSchema) throws(StoreError) {
    if claimed === schema { return }
    if let owners = context.catalog.owners(of: name), !owners.contains(schema.name) {
      let isFormer = owners.contains { schema.formerNames.contains($0) }
      guard isFormer || context.allowsForeignRows else {
        throw StoreError(
          .protectedCollection, collection: name,
          context: "the collection has rows of \"\(owners[0])\", not of \"\(schema.name)\"")
      }
      nextModel = schema.name
    } else if context.catalog.owners(of: name) == nil {
      nextModel = schema.name
    }
    claimed = schema
    rowGuard = nil
  }

  /// Checks that the model of the collection can read a value.
  ///
  /// - Throws: ``StoreError`` with `protectedCollection` if the model cannot read the value, and
  ///   the write does not allow rows of other types.
  func checkOwner(
    _ value: Span<UInt8>, _ type: ValueType, _ key: Span<UInt8>, _ format: KeyFormat
  ) throws(StoreError) {
    if rowGuard == nil { rowGuard = .some(context.catalog.owners(of: name).map(RowGuard.init)) }
    guard let refusal = rowGuard??.refusal(of: value, type, context.catalog.schemas),
      !context.allowsForeignRows
    else { return }
    let owner = (rowGuard ?? nil)?.owner ?? ""
    throw StoreError(
      .protectedCollection, collection: name,
      context: "\(describe(key, format)) would be \(refusal), not a \"\(owner)\"")
  }
}
