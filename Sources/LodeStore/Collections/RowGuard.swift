package import LodeCoding

/// Refuses rows that the model of a collection cannot read.
struct RowGuard {
  private let owners: [String]
  /// The number of the last checked schema that belongs to an owner; 0 before the first match.
  private var known: UInt32 = 0

  /// Creates a guard for a collection whose rows have certain types.
  ///
  /// - Parameter owners: The names of the types in archives, the current name first.
  init(owners: [String]) { self.owners = owners }

  /// The name of the type that owns the collection.
  var owner: String { owners.first ?? "" }

  /// Returns a description of a value that the model cannot read, or `nil` if the model can read
  /// the value.
  mutating func refusal(
    of value: Span<UInt8>, _ type: ValueType, _ schemas: SchemaCatalog
  ) -> String? {
    guard type == .archive else { return "a value of the type \(type)" }
    guard let number = try? Unarchiver.rootSchema(stored: value),
      let schema = schemas.schema(number)
    else { return "a document, or another value without a type of its own" }
    if number == known { return nil }
    guard owners.contains(schema.name) else { return "an object of the type \"\(schema.name)\"" }
    known = number
    return nil
  }
}

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
    context.forgetState(of: collection)
    context.update(info.with(model: schema.name))
  }

  /// Assigns a collection to the models of a type, from the next row on.
  package func recordModel(_ name: String, of collection: String) {
    context.state(of: collection).nextModel = name
  }

  /// Sets the key format of a collection before the first row, and creates a missing collection.
  package func setKeyFormat(_ format: KeyFormat, of collection: String) throws {
    _ = try context.state(of: collection).table(for: format)
  }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The name of the type that has claimed the collection; `nil` without a claim in the catalog.
  package var recordedModel: String? { access.info?.model }
}
