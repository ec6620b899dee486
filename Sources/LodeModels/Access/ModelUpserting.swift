public import LodeCoding
public import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Updates the row that has the model's value of a property, or inserts the model.
  ///
  /// ```swift
  /// try store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// If no row has the value, the call updates the row at the model's key. If the key does not
  /// exist either, the call inserts the model. An updated row keeps its key. Values match as in a
  /// condition with `=`. If the property has `@Unique(.folded)`, texts match without regard to case
  /// and accents. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - field: The property to match; a value of `nil` matches no row. `@Model` declares an
  ///     `ArchivedField` for each stored property.
  ///   - policy: Whether a property that is `nil` overwrites the stored value.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n rows if the property is the key or has an
  ///   index, otherwise O(n).
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if the
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     and the property is not the key and has no index.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `ambiguousUpsert` if several rows have the model's value in the property.
  ///     - `keyChanged` if `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func upsert<M: Model, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>>,
    nil policy: NilPolicy = .overwrite
  ) throws -> PutOutcome {
    try upsert(model, onField: M.ArchiveFields.self[keyPath: field].name, nil: policy)
  }

  /// Updates the row that matches a model, or inserts the model; `name` is the field to match.
  func upsert<M: Model>(
    _ model: M, onField name: String, nil policy: NilPolicy
  ) throws -> PutOutcome {
    guard let found = try row(for: model, onField: name) else { return try put(model) }
    var merged = try archivingErrors(collection: M.collectionName) {
      var fields = try ArchivedFields(found)
      fields.merge(try ArchivedFields(model).object, except: M.keyFields) { _, new in
        policy == .overwrite || new != .null
      }
      return try fields.decoded(as: M.self)
    }
    let outcome = try ModelSaving<M>(scope, partition).replace(&merged, at: found.primaryKey)
    return outcome.changed > 0 ? .updated : .unchanged
  }

  /// Returns the stored model with the same value in a field, or else the stored model with the
  /// same key.
  ///
  /// The result is `nil` if neither model exists.
  ///
  /// - Throws: `StoreError` with `ambiguousUpsert` if several rows have the model's value in the
  ///   field.
  private func row<M: Model>(for model: M, onField name: String) throws -> M? {
    let value = try archivingErrors(collection: M.collectionName) {
      try Archive(archiving: model).rootObject?[name] ?? .null
    }
    if value != .null {
      let rows = try rows(M.self, with: value, inField: name)
      if rows.count > 1 {
        throw StoreError(
          .ambiguousUpsert, collection: M.collectionName, context: "\(name) is \(value)")
      }
      if let row = rows.first { return row }
    }
    if M.hasSequence, M.sequenceNumber(of: model) == 0 { return nil }
    return try get(M.self, model.primaryKey)
  }

  /// Returns the stored models with a value in a field, at most two models.
  ///
  /// Exception: if the value is a text and the field has a folded unique index, the method returns
  /// every model whose text matches without regard to case and accents.
  private func rows<M: Model>(
    _ type: M.Type, with value: ArchiveValue, inField name: String
  ) throws -> [M] {
    let field = Operand.path(ArchivePath([name]))
    let ignoresCase = M.indexes.contains {
      $0.kind == .unique && $0.parts == [.folded(IndexPart(ArchivePath([name])))]
    }
    guard ignoresCase, case .string(let text) = value.untyped else {
      return try fetch(Query<M>().filter(.comparison(field, .equal, .value(value))).limit(2))
    }
    let ends = [
      Condition.beginsWith(field, text, .unicode), .endsWith(field, text, .unicode),
    ]
    return try fetch(Query<M>().filter(.and(ends))).filter {
      model in
      try archivingErrors(collection: M.collectionName) {
        try Archive(archiving: model).rootObject?[name]?.folded == value.folded
      }
    }
  }
}
