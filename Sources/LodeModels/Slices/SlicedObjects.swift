public import LodeCoding
public import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Saves an object that is kept in several collections: of each model the part that it can hold.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.put(slicesOf: contact, NameRow.self, PhoneRow.self)
  /// }
  /// ```
  ///
  /// The object is anything archivable; its fields go to the models' fields of the same names,
  /// their keys among them.
  ///
  /// - Returns: what each put did, in the order of the models.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: `ArchiveError` with `missingField` when a model has a field without default that the
  ///   object lacks; else as `put`. Then nothing has changed.
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
  /// Takes what a model's row has into an object that is kept in several collections; says whether
  /// there is a row.
  ///
  /// ```swift
  /// var contact = Contact(name: "Ada")
  /// try store.read { transaction in
  ///   try transaction.merge(NameRow.self, "Ada", into: &contact, .override)
  ///   try transaction.merge(PhoneRow.self, "Ada", into: &contact, .fillMissing)
  /// }
  /// ```
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `get`, and as `merge` of two values; then the object is as it was.
  @discardableResult
  public func merge<Whole: ArchivableValue, Part: Model>(
    _ part: Part.Type, _ key: Part.PrimaryKey, into whole: inout Whole, _ policy: MergePolicy
  ) throws -> Bool {
    guard let row = try get(part, key) else { return false }
    try whole.merge(row, policy)
    return true
  }
}
