public import LodeCoding
public import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Saves an object in several collections: each model stores the fields that the model declares.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.put(slicesOf: contact, NameRow.self, PhoneRow.self)
  /// }
  /// ```
  ///
  /// The object can be any archivable value. Its fields match the fields of the models by their
  /// names in archives; the fields include the models' keys. The call saves all models, or no model
  /// on failure.
  ///
  /// - Returns: For each model, whether its row was inserted, updated, or unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models.
  /// - Throws: `ArchiveError` with `missingField` if the object lacks a model's field without a
  ///   default; otherwise the errors of `put`.
  @discardableResult
  public func put<Whole: ArchivableValue, each Part: Model>(
    slicesOf whole: Whole, _ parts: repeat (each Part).Type
  ) throws -> [PutOutcome] {
    let archive = try Archive(archiving: whole)
    return try scope.savepoint { inner in
      var outcomes: [PutOutcome] = []
      for part in repeat each parts {
        outcomes.append(try put(sliceOf: archive, as: part, in: inner))
      }
      return outcomes
    }
  }

  private func put<Part: Model>(
    sliceOf archive: Archive, as type: Part.Type, in scope: WriteScope
  ) throws -> PutOutcome {
    var slice = try archive.slice(as: type, Part.archiveSchema)
    var saving = try ModelSaving<Part>(scope, partition)
    let outcome = try saving.put(&slice)
    try saving.finish()
    return outcome
  }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Copies the fields of a model's row into an object, and returns whether the row exists.
  ///
  /// ```swift
  /// var contact = Contact(name: "Ada")
  /// try store.read { transaction in
  ///   try transaction.merge(NameRow.self, "Ada", into: &contact, .override)
  ///   try transaction.merge(PhoneRow.self, "Ada", into: &contact, .fillMissing)
  /// }
  /// ```
  ///
  /// Fields match by their names in archives; other fields of the object keep their values. The
  /// object does not change on failure.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `get` with a key; `ArchiveError` with `typeMismatch` if a value has
  ///   another type, or the row or the object holds further instances of classes.
  @discardableResult
  public func merge<Whole: ArchivableValue, Part: Model>(
    _ part: Part.Type, _ key: Part.PrimaryKey, into whole: inout Whole, _ policy: MergePolicy
  ) throws -> Bool {
    guard let row = try get(part, key) else { return false }
    try whole.merge(row, policy)
    return true
  }
}
