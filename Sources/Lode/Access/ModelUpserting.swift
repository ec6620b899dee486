internal import LodeCoding
public import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Saves a model into the row that has its value of a property; when there is none, into the row of its key, or as a
  /// new row.
  ///
  /// ```swift
  /// try store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// A row that is found keeps its key. A value of `nil` is no row's.
  ///
  /// - Parameter policy: whether properties that are `nil` make the row's `nil`, or leave them.
  /// - Returns: whether a row is new, other than before, or the same.
  /// - Complexity: O(n), and O(bytes): every model is read to find the row.
  /// - Throws: `StoreError` with `ambiguousUpsert` when several rows have the value; `ArchiveError` with `typeMismatch` when
  ///   the model holds instances of classes; else as `put`. Then nothing has changed.
  @discardableResult
  public func upsert<M: Model, V: Equatable>(
    _ model: M, on property: KeyPath<M, V>, nil policy: NilPolicy = .overwrite
  ) throws -> PutOutcome {
    guard let found = try row(for: model, on: property) else { return try put(model) }
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

  /// The model that is there and stands for another one.
  private func row<M: Model, V: Equatable>(
    for model: M, on property: KeyPath<M, V>
  ) throws -> M? {
    let value = model[keyPath: property]
    var found: M?
    if !isNil(value) {
      try scan(M.self) { row in
        guard row[keyPath: property] == value else { return .next }
        if found != nil {
          throw StoreError(
            .ambiguousUpsert, collection: M.collectionName, context: "\(property) is \(value)")
        }
        found = row
        return .next
      }
    }
    if let found { return found }
    if M.hasSequence, M.sequenceNumber(of: model) == 0 { return nil }
    return try get(M.self, model.primaryKey)
  }
}

/// Whether a value of a type that is not known is `nil`.
private func isNil(_ value: some Any) -> Bool { (value as? any Absence)?.isAbsent ?? false }

private protocol Absence {
  var isAbsent: Bool { get }
}

extension Optional: Absence {
  fileprivate var isAbsent: Bool { if case nil = self { true } else { false } }
}
