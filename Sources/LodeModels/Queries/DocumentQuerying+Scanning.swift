public import LodeCoding
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a selection and that a closure accepts, in the selection's
  /// order.
  ///
  /// ```swift
  /// let short = try store.read { transaction in
  ///   try transaction.documents("pets").fetch(
  ///     Selection(), scanning: { $0["name"]?.string?.count == 3 })
  /// }
  /// ```
  ///
  /// No index can answer a closure, so the call passes each matching document to the closure. The
  /// selection's offset and limit count accepted documents, and the call ends at the limit.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). The call decodes each matching document. Sorting adds O(k log k)
  ///   if neither an index nor the key has the selection's order.
  /// - Throws: One of these errors:
  ///   - Any error that `isIncluded` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func fetch(
    _ selection: Selection, scanning isIncluded: (Document) throws -> Bool
  ) throws -> [Document] {
    _ = try rows(of: selection)
    var window = RowWindow(selection)
    var documents: [Document] = []
    if window.isFull { return documents }
    var whole = selection
    (whole.limit, whole.offset) = (nil, 0)
    try scan(whole) { document in
      if try isIncluded(document), window.takesNext() { documents.append(document) }
      return window.isFull ? .stop : .next
    }
    return documents
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets fields of every document that matches a selection and that a closure accepts: changes all
  /// documents, or no document on failure.
  ///
  /// No index can answer a closure, so the call passes each matching document to the closure.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.documents("pets").update(
  ///     Selection(), scanning: { $0["name"]?.string?.count == 3 }, set: ["short": true])
  /// }
  /// ```
  ///
  /// - Returns: How many documents the closure accepted, and how many changed.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). The call decodes each matching document. Sorting adds O(k log k)
  ///   if neither an index nor the key has the selection's order. The changes add O(m log n) for m
  ///   accepted documents. The call holds the accepted documents in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `isIncluded` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document, or if the
  ///     fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection or a unique index uses a function that is not
  ///       registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  @discardableResult
  public func update(
    _ selection: Selection, scanning isIncluded: (Document) throws -> Bool,
    set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    let keys = try fetch(selection, scanning: isIncluded).map(\.key)
    return try inSavepoint { writer in
      var total = UpdateOutcome()
      for key in keys { total += try writer.update(key, set: fields) }
      return total
    }
  }

  /// Deletes every document that matches a selection and that a closure accepts, and returns the
  /// number of deleted documents.
  ///
  /// No index can answer a closure, so the call passes each matching document to the closure. If
  /// the call throws, already deleted rows stay deleted, unless the error also ends the write or a
  /// savepoint.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). The call decodes each matching document. Sorting adds O(k log k)
  ///   if neither an index nor the key has the selection's order. The deletions add O(m log n) for
  ///   m accepted documents. The call holds the accepted documents in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `isIncluded` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection or a unique index uses a function that is not
  ///       registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  @discardableResult
  public func delete(
    _ selection: Selection, scanning isIncluded: (Document) throws -> Bool
  ) throws -> Int {
    let keys = try fetch(selection, scanning: isIncluded).map(\.key)
    for key in keys { try delete(key) }
    return keys.count
  }
}
