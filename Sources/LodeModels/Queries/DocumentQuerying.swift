public import LodeCoding
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a selection, in the selection's order.
  ///
  /// - Complexity: O(log n + k) for k matching rows if an index answers the selection, otherwise
  ///   O(n). An order that no index has adds O(k log k).
  /// - Throws: ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `ConditionError` with `unknownField` if no document has a field of a name, or
  ///   `invalidExpression` if a regular expression is malformed; `StoreError` with one of these
  ///   codes:
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row is not a document.
  ///   - `collectionNotFound` if the selection was parsed from text and the collection does not
  ///     exist.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the selection uses a function that is not registered.
  public func fetch(_ selection: Selection) throws -> [Document] {
    var documents: [Document] = []
    try scan(selection) { document in
      documents.append(document)
      return .next
    }
    return documents
  }

  /// Returns the first document that matches a selection, or `nil` if no document matches.
  ///
  /// - Complexity: as `fetch`, with k = 1 if an index has the selection's order.
  /// - Throws: the errors of `fetch`.
  public func first(_ selection: Selection) throws -> Document? {
    var selection = selection
    selection.limit = min(selection.limit ?? 1, 1)
    return try fetch(selection).first
  }

  /// Calls `body` for each document that matches a selection, in order, until `body` returns
  /// `.stop`.
  ///
  /// Memory use does not grow with the number of documents. If no index has the order, memory use
  /// grows with the number of matching keys, up to the limit. Inside a write, `body` must return
  /// `.stop` after changing the collection.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `body` and of `fetch`; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` if `body` changed the collection and returned `.next`.
  public func scan(
    _ selection: Selection, _ body: (Document) throws -> IterationStep
  ) throws {
    let (rows, mutations) = (try rows(of: selection), mutationCount)
    try rows.scan { key, row in
      let document = try rows.access.document(row, key: rows.place.key(key))
      if try body(document) == .stop { return .stop }
      if mutations != mutationCount {
        throw StoreError(.mutatedDuringEnumeration, collection: rows.access.name)
      }
      return .next
    }
  }

  /// Returns the number of documents that match a selection, without decoding the documents.
  ///
  /// - Complexity: O(log n + k) for k matching entries if an index answers the selection, otherwise
  ///   O(n). A counting index answers in O(log n + number of groups).
  /// - Throws: the errors of `fetch`.
  public func count(_ selection: Selection) throws -> Int { try rows(of: selection).count() }

  /// Returns whether any document matches a selection, without decoding documents.
  ///
  /// - Complexity: O(log n) if an index answers the selection, otherwise O(n).
  /// - Throws: the errors of `fetch`.
  public func exists(_ selection: Selection) throws -> Bool { try rows(of: selection).exists() }

  /// Returns the values at several paths of each document that matches a selection, keyed by the
  /// paths' text.
  ///
  /// Values that are `nil` are omitted. A covering index answers without reading documents.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - distinct: Whether documents with equal values count once. The selection's limit and offset
  ///     then count distinct documents.
  ///   - selection: The selection.
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `fetch`.
  public func select(
    _ paths: [ArchivePath], distinct: Bool = false, _ selection: Selection = Selection()
  ) throws -> [[String: ArchiveValue]] {
    try rows(of: selection).select(paths, distinct: distinct)
  }

  /// Returns an aggregate of the documents that match a selection.
  ///
  /// A covering or counting index answers without reading documents.
  ///
  /// - Returns: The result. Without values, a count or a sum is 0, and other aggregates are `nil`.
  /// - Complexity: as `fetch`; O(log n) for a minimum or maximum at one end of an index.
  /// - Throws: the errors of `fetch`.
  public func aggregate(
    _ aggregate: Aggregate, _ selection: Selection = Selection()
  ) throws -> ArchiveValue? {
    try rows(of: selection).aggregate(aggregate)
  }

  /// Groups the documents that match a selection by their values at several paths, and returns
  /// aggregates of each group.
  ///
  /// Groups are sorted by the selection's orders of these paths, then by the values of the paths.
  /// The selection's limit and offset count groups.
  ///
  /// - Parameters:
  ///   - paths: The paths; without paths, all documents are one group.
  ///   - aggregates: The aggregates of each group.
  ///   - selection: The selection.
  /// - Complexity: as `fetch`; O(log n + number of groups) if a counting index has the groups.
  /// - Throws: the errors of `fetch`.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ selection: Selection = Selection()
  ) throws -> [QueryGroup] {
    try rows(of: selection).groups(by: paths, aggregates)
  }

  func rows(of selection: Selection) throws -> RowSelection {
    try RowSelection(access, partition, selection)
  }

  /// Returns the rows that a call changes or deletes.
  fileprivate func changing(_ selection: Selection) throws -> RowSelection {
    try RowSelection(access, partition, selection, names: FieldNames(isChange: true))
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets fields of every document that matches a selection: changes all documents, or no document
  /// on failure.
  ///
  /// - Returns: How many documents matched, and how many changed.
  /// - Complexity: as `fetch`, and O(k log n) for k matching documents; the keys are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection has no condition; the
  ///   errors of `fetch` and of `update` with one key.
  @discardableResult
  public func update(
    _ selection: Selection, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try update(selection) { $0.set(fields) }
  }

  /// Changes the fields of every document that matches a selection: changes all documents, or no
  /// document on failure.
  ///
  /// - Returns: How many documents matched, and how many changed.
  /// - Complexity: as `fetch`, and O(k log n) for k matching documents; the keys are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection has no condition; the
  ///   errors of `change`, of `fetch`, and of `update` with one key.
  @discardableResult
  public func update(
    _ selection: Selection, _ change: (inout [String: ArchiveValue]) throws -> Void
  ) throws -> UpdateOutcome {
    try selection.checkCondition(
      "To update every document, call `update(Selection(), scanning: { _ in true }, set: ...)`")
    let rows = try changing(selection)
    let keys = try rows.keys()
    return try inSavepoint { writer in
      var total = UpdateOutcome()
      for key in keys { total += try writer.update(rows.place.key(key.span), change) }
      return total
    }
  }

  /// Deletes every document that matches a selection, and returns the number of deleted documents.
  ///
  /// If an error is thrown, earlier documents stay deleted unless the error leaves the write or a
  /// savepoint.
  ///
  /// - Complexity: as `fetch`, and O(k log n) for k matching documents; the keys are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection has no condition; use
  ///   `deleteAll` to delete every document. Otherwise the errors of `fetch` and of `delete` with
  ///   one key.
  @discardableResult
  public func delete(_ selection: Selection) throws -> Int {
    try selection.checkCondition("To delete every document, call `deleteAll()`")
    let keys = try changing(selection).keys()
    let rows = scope.access(to: name)
    for key in keys { _ = try rows.delete(key.span) }
    return keys.count
  }
}
