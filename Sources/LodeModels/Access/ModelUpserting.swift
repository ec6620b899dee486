public import LodeCoding
public import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Saves a model into the row that has its value of a property; when there is none, into the row
  /// of its key, or as a new row.
  ///
  /// ```swift
  /// try store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// A row that is found keeps its key. Values are the same when a condition with `=` says so; one
  /// of `nil` is no row's.
  ///
  /// - Parameters:
  ///   - field: an archived property, of which `@Model` makes ``ArchivedField``s; by hand
  ///     `ArchiveFields` has them.
  ///   - policy: whether properties that are `nil` make the row's `nil`, or leave them.
  /// - Returns: whether a row is new, other than before, or the same.
  /// - Complexity: as a query for the value: O(log n) with an index of the property, else O(n), of
  ///   each row the one value.
  /// - Throws: `StoreError` with `ambiguousUpsert` when several rows have the value; `ArchiveError`
  ///   with `typeMismatch` when there is a row, and the model holds instances of classes; else as
  ///   `put`. Then nothing has changed.
  @discardableResult
  public func upsert<M: Model, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>>,
    nil policy: NilPolicy = .overwrite
  ) throws -> PutOutcome {
    try upsert(model, onField: M.ArchiveFields.self[keyPath: field].name, nil: policy)
  }

  /// The same by the field's archived name.
  func upsert<M: Model>(
    _ model: M, onField name: String, nil policy: NilPolicy
  ) throws -> PutOutcome {
    guard let found = try row(for: model, onField: name) else { return try put(model) }
    var fields = try ArchivedFields(found)
    let new = try ArchivedFields(model).object
    switch policy {
    case .overwrite: fields.merge(new, .override, except: M.keyFields)
    case .keep: fields.overwrite(with: new, except: M.keyFields)
    }
    var merged = try fields.decoded(as: M.self)
    let outcome = try ModelSaving<M>(scope, partition).replace(&merged, at: found.primaryKey)
    return outcome.changed > 0 ? .updated : .unchanged
  }

  /// The existing model with the same unique values as another one.
  private func row<M: Model>(for model: M, onField name: String) throws -> M? {
    let value = try Archive(archiving: model).field(name) ?? .null
    if value != .null {
      let hasValue = Condition.comparison(.path(ArchivePath([name])), .equal, .value(value))
      let rows = try fetch(Query<M>().filter(hasValue).limit(2))
      if rows.count > 1 {
        throw StoreError(
          .ambiguousUpsert, collection: M.collectionName, context: "\(name) is \(value)")
      }
      if let row = rows.first { return row }
    }
    if M.hasSequence, M.sequenceNumber(of: model) == 0 { return nil }
    return try get(M.self, model.primaryKey)
  }
}

extension Archive {
  /// The value of a field of the archived structure or instance.
  fileprivate func field(_ name: String) -> ArchiveValue? {
    guard case .reference(let number) = root else { return root[name] }
    // References count from 1.
    guard objects.indices.contains(number - 1) else { return nil }
    return objects[number - 1]?[name]
  }
}
