public import LodeCoding
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// The documents that a selection chooses.
  ///
  /// - Complexity: O(documents), and O(k log k) for k chosen ones to sort them.
  /// - Throws: `StoreError` with `damaged`, `typeMismatch` when a row is no document,
  ///   `collectionNotFound` if the selection was read from text and there is no such collection;
  ///   `ConditionError` with `unknownField` if no document has a field of a name,
  ///   `invalidExpression`.
  public func fetch(_ selection: Selection) throws -> [Document] {
    var documents: [Document] = []
    try scan(selection) { document in
      documents.append(document)
      return .next
    }
    return documents
  }

  /// The first of the documents that a selection chooses, or `nil` when there is none.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func first(_ selection: Selection) throws -> Document? {
    var selection = selection
    selection.limit = min(selection.limit ?? 1, 1)
    return try fetch(selection).first
  }

  /// Calls `body` with each of the documents that a selection chooses, in order, until it says to
  /// stop.
  ///
  /// Memory use does not grow with the number of documents, but for selections with orders, which
  /// keep the keys.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`; what `body` throws; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` when `body` changed the collection and went on.
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

  /// How many documents a selection chooses.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func count(_ selection: Selection) throws -> Int { try rows(of: selection).count() }

  /// Whether a selection chooses any document.
  ///
  /// - Complexity: O(documents), up to the first that is chosen.
  /// - Throws: as `fetch`.
  public func exists(_ selection: Selection) throws -> Bool { try rows(of: selection).exists() }

  /// The values at some paths of the documents that a selection chooses, by the paths' text;
  /// without those that are nil.
  ///
  /// - Parameter distinct: whether documents with the same values count once; limit and offset are
  ///   of what remains.
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func select(
    _ paths: [ArchivePath], distinct: Bool = false, _ selection: Selection = Selection()
  ) throws -> [[String: ArchiveValue]] {
    try rows(of: selection).select(paths, distinct: distinct)
  }

  /// What is calculated of the documents that a selection chooses.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func aggregate(
    _ aggregate: Aggregate, _ selection: Selection = Selection()
  ) throws -> ArchiveValue? {
    try rows(of: selection).aggregate(aggregate)
  }

  /// What is calculated of the documents that a selection chooses, for each group that has the same
  /// values at some paths.
  ///
  /// Groups are in the selection's orders, as far as these are of the paths, then in the order of
  /// their values. Limit and offset are of groups.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ selection: Selection = Selection()
  ) throws -> [QueryGroup] {
    try rows(of: selection).groups(by: paths, aggregates)
  }

  func rows(of selection: Selection) throws -> RowSelection {
    try RowSelection(access, partition, selection)
  }

  /// The rows that a call changes or deletes.
  fileprivate func changing(_ selection: Selection) throws -> RowSelection {
    try RowSelection(access, partition, selection, names: FieldNames(isChange: true))
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets some fields of every document that a selection chooses: of all of them or, when something
  /// throws, of none.
  ///
  /// - Returns: how many there were, and how many are not what they were.
  /// - Complexity: as `fetch`; the keys of those that are chosen are held in memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection chooses every document; as
  ///   `fetch`, and as `update` of one key.
  @discardableResult
  public func update(
    _ selection: Selection, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try update(selection) { $0.merge(fields) { $1 } }
  }

  /// Changes the fields of every document that a selection chooses: of all of them or, when
  /// something throws, of none.
  ///
  /// - Returns: how many there were, and how many are not what they were.
  /// - Complexity: as `fetch`; the keys of those that are chosen are held in memory.
  /// - Throws: as `fetch`, and as `update` of one key; what `change` throws.
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

  /// Deletes every document that a selection chooses; says how many there were.
  ///
  /// - Complexity: as `fetch`; the keys of those that are chosen are held in memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection chooses every document;
  ///   use `deleteAll` for that. Else as `fetch`.
  @discardableResult
  public func delete(_ selection: Selection) throws -> Int {
    try selection.checkCondition("To delete every document, call `deleteAll()`")
    let keys = try changing(selection).keys()
    let rows = scope.access(to: name)
    for key in keys { _ = try rows.delete(key.span) }
    return keys.count
  }
}
