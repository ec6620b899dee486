internal import LodeCoding

/// The model that owns a collection, in a write.
struct RowOwner {
  /// The schema of the last type that claimed the collection in this write.
  private(set) var claimed: ArchiveSchema?
  /// The type that owns the collection from the next row on.
  private(set) var next: String?
  /// Refuses rows that the collection's model cannot read.
  ///
  /// The outer `nil` means that no check has run. The inner `nil` means that no model owns the
  /// collection.
  private var rowGuard: RowGuard??

  /// Assigns the collection to the models of a type, from the next row on.
  ///
  /// A type also claims the collections of its former names.
  ///
  /// - Throws: ``StoreError`` with `protectedCollection` if the collection belongs to another type,
  ///   and the write does not allow rows of other types.
  mutating func claim(
    _ schema: ArchiveSchema, _ collection: String, in context: WriteSession
  ) throws(StoreError) {
    let owners = context.catalog.owners(of: collection)
    if let owners, !owners.contains(schema.name) {
      let isFormer = owners.contains { schema.formerNames.contains($0) }
      guard isFormer || context.allowsForeignRows else {
        throw StoreError(
          .protectedCollection, collection: collection,
          context: "the collection has rows of \"\(owners[0])\", not of \"\(schema.name)\"")
      }
      next = schema.name
    } else if owners == nil {
      next = schema.name
    }
    claimed = schema
    rowGuard = nil
  }

  /// Assigns the collection to a type, from the next row on.
  mutating func record(_ model: String) { next = model }

  /// Returns the type that owns the collection from now on, or `nil` without a change.
  mutating func takeNext() -> String? {
    guard let next else { return nil }
    self.next = nil
    rowGuard = nil
    return next
  }

  /// Checks that the model of the collection can read the value of a put.
  ///
  /// - Throws: ``StoreError`` with `protectedCollection` if the model cannot read the value, and
  ///   the write does not allow rows of other types.
  mutating func check(
    _ put: borrowing RowPut, _ collection: String, in context: WriteSession
  ) throws(StoreError) {
    if rowGuard == nil {
      rowGuard = .some(context.catalog.owners(of: collection).map(RowGuard.init))
    }
    guard let refusal = rowGuard??.refusal(of: put.value, put.type, context.catalog.schemas),
      !context.allowsForeignRows
    else { return }
    let owner = (rowGuard ?? nil)?.owner ?? ""
    throw StoreError(
      .protectedCollection, collection: collection,
      context: "\(describe(put.key, put.format)) would be \(refusal), not a \"\(owner)\"")
  }
}
