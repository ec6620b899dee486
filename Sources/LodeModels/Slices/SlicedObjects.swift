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
  /// The object is a structure or a class instance, and no property holds a class instance. The
  /// fields of the object and of the models, including keys, match by their names in archives. The
  /// call saves all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - whole: The object.
  ///   - parts: The model types, each with its own collection.
  /// - Returns: Whether each row was inserted, updated, or unchanged, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows in each collection.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` with `missingField` if the object lacks a field
  ///     of a model, and the field has no default.
  ///   - `StoreError` caused by an `ArchiveError` with `typeMismatch` if a field of a model cannot
  ///     have the object's value.
  ///   - `StoreError` caused by an `ArchiveError` with `typeMismatch` if the object has no fields,
  ///     or if a property of the object holds a class instance.
  ///   - `StoreError` caused by an `ArchiveError` with another code if the object, a model, or a
  ///     property's default cannot be archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of a model type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if the sequence has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func put<Whole: ArchivableValue, each Part: Model>(
    slicesOf whole: Whole, _ parts: repeat (each Part).Type
  ) throws -> [PutOutcome] {
    let archive = try archivingErrors { try Archive(archiving: whole) }
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
    var slice = try archivingErrors(collection: Part.collectionName) {
      try archive.slice(as: type, Part.archiveSchema)
    }
    var saving = try ModelSaving<Part>(scope, partition)
    let outcome = try saving.put(&slice)
    try saving.finish()
    return outcome
  }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Copies the fields of a model into an object, and returns whether the model's row exists.
  ///
  /// ```swift
  /// var contact = Contact(name: "Ada")
  /// try store.read { transaction in
  ///   try transaction.merge(NameRow.self, "Ada", into: &contact, .override)
  ///   try transaction.merge(PhoneRow.self, "Ada", into: &contact, .fillMissing)
  /// }
  /// ```
  ///
  /// Fields match by their names in archives, and other fields of the object keep their values. The
  /// object does not change on failure.
  ///
  /// - Parameters:
  ///   - part: The model type.
  ///   - key: The key of the model's row.
  ///   - whole: The object, which receives the values.
  ///   - policy: Whether the call copies every field, or only fills fields of the object that are
  ///     `nil`.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by an `ArchiveError` with `typeMismatch` if a field of the object
  ///     cannot have the copied value.
  ///   - `StoreError` caused by an `ArchiveError` with `typeMismatch` if the object has no fields,
  ///     or a property of the object or model holds a class instance.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  @discardableResult
  public func merge<Whole: ArchivableValue, Part: Model>(
    _ part: Part.Type, _ key: Part.PrimaryKey, into whole: inout Whole, _ policy: MergePolicy
  ) throws -> Bool {
    guard let row = try get(part, key) else { return false }
    try archivingErrors(collection: Part.collectionName) { try whole.merge(row, policy) }
    return true
  }
}
