public import LodeCoding
public import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Updates the row with a model's value of a property, or puts the model if no row has the value.
  ///
  /// ```swift
  /// try store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// A matching row keeps its own key. Values match as in a condition with `=`. Under
  /// `@Unique(.folded)`, texts match without regard to case and diacritical marks. Nothing changes
  /// on failure.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - field: The property to match; `nil` matches no row. `@Model` declares an `ArchivedField`
  ///     for each archived property.
  ///   - policy: Whether a property that is `nil` overwrites the stored value.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) with an index on the property, otherwise O(n).
  /// - Throws: `StoreError` with `ambiguousUpsert` if several rows have the value; `ArchiveError`
  ///   with `typeMismatch` if a row matches and the model holds instances of classes; otherwise the
  ///   errors of `fetch` and of `put`.
  @discardableResult
  public func upsert<M: Model, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>>,
    nil policy: NilPolicy = .overwrite
  ) throws -> PutOutcome {
    try upsert(model, onField: M.ArchiveFields.self[keyPath: field].name, nil: policy)
  }

  /// Updates or puts a model, with the field given by its name in archives.
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

  /// Returns the existing model with the same value of a field, or else with the same key.
  private func row<M: Model>(for model: M, onField name: String) throws -> M? {
    let value = try Archive(archiving: model).field(name) ?? .null
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

  /// Returns rows with a value in a field, enough to detect a second match.
  ///
  /// Under a folded unique index of the field, texts match as the index compares texts.
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
      try Archive(archiving: $0).field(name)?.folded == value.folded
    }
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
