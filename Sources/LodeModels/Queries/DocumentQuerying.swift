public import LodeCoding
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a selection, in the selection's order.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order.
  /// - Throws: One of these errors:
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
  public func fetch(_ selection: Selection) throws -> [Document] {
    let rows = try rows(of: selection)
    var documents: [Document] = []
    try rows.scan { key, row in
      documents.append(try rows.document(key, row))
      return .next
    }
    return documents
  }

  /// Returns the first document that matches a selection, or `nil` if no document matches.
  ///
  /// - Complexity: O(log n + s) for n documents and an offset of s if an index or the key answers
  ///   the selection in the selection's order. If the call must sort k matching documents,
  ///   O(log n + k log k). Without an index or a key, O(n + k log k).
  /// - Throws: One of these errors:
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
  public func first(_ selection: Selection) throws -> Document? {
    var selection = selection
    selection.limit = min(selection.limit ?? 1, 1)
    return try fetch(selection).first
  }

  /// Calls `body` for each document that matches a selection, in order, until `body` returns
  /// `.stop`.
  ///
  /// `body` gets one document at a time. If the call must sort the rows, the call holds the keys of
  /// the rows in memory. Inside a write, `body` must return `.stop` after changing the collection.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
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
  ///     - `mutatedDuringEnumeration` in a write, if `body` changed the collection and returned
  ///       `.next`.
  public func scan(
    _ selection: Selection, _ body: (Document) throws -> IterationStep
  ) throws {
    let (rows, mutations) = (try rows(of: selection), mutationCount)
    try passingCallerErrors {
      try rows.scan { key, row in
        let document = try rows.document(key, row)
        if try callerErrors({ try body(document) }) == .stop { return .stop }
        if mutations != mutationCount {
          throw StoreError(.mutatedDuringEnumeration, collection: rows.access.name)
        }
        return .next
      }
    }
  }

  /// Returns the number of documents that match a selection, without decoding the documents.
  ///
  /// The selection's offset and limit apply: with a limit of 10, the result is at most 10.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). A counting index, which stores the number of rows of each of its
  ///   g groups, answers in O(g log n). The count of a whole collection without partitions takes
  ///   O(1).
  /// - Throws: One of these errors:
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
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func count(_ selection: Selection) throws -> Int { try rows(of: selection).count() }

  /// Returns whether any document matches a selection, without decoding documents.
  ///
  /// With an offset, the call returns whether more documents match than the selection skips.
  ///
  /// - Complexity: O(log n + s) for n documents and an offset of s if one index or the key answers
  ///   the selection, otherwise O(n).
  /// - Throws: One of these errors:
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
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func exists(_ selection: Selection) throws -> Bool { try rows(of: selection).exists() }

  /// Returns the values at several paths of each document that matches a selection, keyed by the
  /// paths' text.
  ///
  /// The result omits nil values. A covering index has entries with all values that the call needs.
  /// With a covering index, the call reads only documents whose entries lack an exact value.
  ///
  /// ```swift
  /// let rows = try store.read { try $0.documents("pets").select(["name", "age"]) }
  /// for row in rows { print(row["name"] ?? "", row["age"] ?? 0) }
  /// ```
  ///
  /// - Parameters:
  ///   - paths: The paths of the values.
  ///   - distinct: Whether the result contains each combination of values only once. If so, the
  ///     selection's limit and offset count distinct results.
  ///   - selection: Selects the documents.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection or `paths` names a field that no
  ///       document, index, or recorded schema has. A lenient selection (`Selection.lenient()`)
  ///       allows such a field.
  ///     - `unknownField` if the selection or `paths` names a component of `$key` that no model of
  ///       the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func select(
    _ paths: [ArchivePath], distinct: Bool = false, _ selection: Selection = Selection()
  ) throws -> [[String: ArchiveValue]] {
    try rows(of: selection).select(paths, distinct: distinct)
  }

  /// Returns an aggregate of the documents that match a selection.
  ///
  /// The selection's offset and limit apply. Without offset and limit, a counting index answers
  /// without reading documents. With a covering index, the call reads only documents whose entries
  /// lack an exact value.
  ///
  /// ```swift
  /// let age = try store.read { try $0.documents("pets").aggregate(.average("age")) }
  /// ```
  ///
  /// - Returns: The value of the aggregate; `nil` for an average, minimum, or maximum without
  ///   values.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. Without offset and limit, a minimum or maximum at one end of an index
  ///   takes O(log n), and a counting index with g groups answers in O(g log n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection or `aggregate` names a field that
  ///       no document, index, or recorded schema has. A lenient selection (`Selection.lenient()`)
  ///       allows such a field.
  ///     - `unknownField` if the selection or `aggregate` names a component of `$key` that no model
  ///       of the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func aggregate(
    _ aggregate: Aggregate, _ selection: Selection = Selection()
  ) throws -> ArchiveValue? {
    try RowGroups(of: rows(of: selection), by: [], [aggregate]).total()
  }

  /// Groups the documents that match a selection by their values at several paths, and returns
  /// aggregates of each group.
  ///
  /// Groups are sorted by the selection's orders of these paths, then by the values of the paths.
  /// The selection's limit and offset count groups.
  ///
  /// ```swift
  /// let kinds = try store.read { try $0.documents("pets").groups(by: ["kind"], [.count]) }
  /// for kind in kinds { print(kind.values[0], kind.results[0]?.int ?? 0) }
  /// ```
  ///
  /// - Parameters:
  ///   - paths: The paths whose values form the groups; without paths, all documents are one group.
  ///   - aggregates: The aggregates that the call calculates for each group.
  ///   - selection: Selects the documents.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(g log g) for g groups. A counting index with c
  ///   groups answers in O(c log n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection, `paths`, or `aggregates` names a
  ///       field that no document, index, or recorded schema has. A lenient selection
  ///       (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the selection, `paths`, or `aggregates` names a component of `$key`
  ///       that no model of the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ selection: Selection = Selection()
  ) throws -> [QueryGroup] {
    try RowGroups(of: rows(of: selection), by: paths, aggregates).all()
  }

  /// Returns the rows of a selection; `isChange` means that the caller changes or deletes the rows.
  func rows(of selection: Selection, isChange: Bool = false) throws -> RowSelection {
    try RowSelection(access, partition, selection, names: FieldNames(isChange: isChange))
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets fields of every document that matches a selection: changes all documents, or no document
  /// on failure.
  ///
  /// The selection must have a condition or a limit. For a selection parsed from text, a limit is
  /// not enough. Other fields keep their values.
  ///
  /// A name with a dot, such as `home.city`, sets the value `city` of the dictionary `home`. If the
  /// document has a field `home.city`, or no dictionary `home`, the name sets the field
  /// `home.city`.
  ///
  /// - Returns: How many documents matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. The changes add O(k log n). The call holds the keys in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the selection has neither a condition nor a limit. For a selection
  ///       parsed from text, a limit is not enough.
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type.
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
  ///     - `collectionNotFound` if the selection was parsed from text, and the collection does not
  ///       exist.
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
    _ selection: Selection, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try update(selection) { $0.set(fields) }
  }

  /// Changes the fields of every document that matches a selection: changes all documents, or no
  /// document on failure.
  ///
  /// - Parameters:
  ///   - selection: Selects the documents. The selection must have a condition or a limit. For a
  ///     selection parsed from text, a limit is not enough.
  ///   - change: Changes the fields of one document.
  /// - Returns: How many documents matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. The changes add O(k log n). The call holds the keys in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `change` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the selection has neither a condition nor a limit. For a selection
  ///       parsed from text, a limit is not enough.
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type.
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
  ///     - `collectionNotFound` if the selection was parsed from text, and the collection does not
  ///       exist.
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
    _ selection: Selection, _ change: (inout [String: ArchiveValue]) throws -> Void
  ) throws -> UpdateOutcome {
    try selection.checkCondition(
      "To update every document, call `update(Selection(), scanning: { _ in true }, set: ...)`",
      of: name)
    let rows = try rows(of: selection, isChange: true)
    let keys = try rows.keys()
    return try inSavepoint { writer in
      var total = UpdateOutcome()
      for key in keys { total += try writer.update(rows.place.key(key.span), change) }
      return total
    }
  }

  /// Deletes every document that matches a selection, and returns the number of deleted documents.
  ///
  /// The selection must have a condition or a limit. For a selection parsed from text, a limit is
  /// not enough. To delete every document, call `deleteAll`.
  ///
  /// If the call throws, already deleted rows stay deleted, unless the error also ends the write or
  /// a savepoint.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. The deletions add O(k log n). The call holds the keys in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the selection has neither a condition nor a limit. For a selection
  ///       parsed from text, a limit is not enough.
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `collectionNotFound` if the selection was parsed from text, and the collection does not
  ///       exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection or a unique index uses a function that is not
  ///       registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  @discardableResult
  public func delete(_ selection: Selection) throws -> Int {
    try selection.checkCondition("To delete every document, call `deleteAll()`", of: name)
    let keys = try rows(of: selection, isChange: true).keys()
    let writer = scope.access(to: name)
    for key in keys { _ = try writer.delete(key.span) }
    return keys.count
  }
}
