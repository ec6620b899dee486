public import LodeCoding
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a selection and that a closure accepts, in the selection's
  /// order.
  ///
  /// ```swift
  /// let odd = try store.read { transaction in
  ///   try transaction.documents("pets").fetch(
  ///     Selection(), scanning: { $0["name"]?.string?.count == 3 })
  /// }
  /// ```
  ///
  /// The closure is called with every document that matches the selection, because no index can
  /// answer a closure. The call ends at the selection's limit. Offset and limit count the documents
  /// that the closure accepts.
  ///
  /// - Complexity: as `fetch`, and each matching document is decoded.
  /// - Throws: the errors of `fetch` and of the closure.
  public func fetch(
    _ selection: Selection, scanning isIncluded: (Document) throws -> Bool
  ) throws -> [Document] {
    _ = try rows(of: selection)
    var (documents, passed): ([Document], Int) = ([], 0)
    let (limit, offset) = (selection.limit ?? .max, selection.offset)
    if limit == 0 { return documents }
    var whole = selection
    (whole.limit, whole.offset) = (nil, 0)
    try scan(whole) { document in
      guard try isIncluded(document) else { return .next }
      passed += 1
      if passed > offset { documents.append(document) }
      return documents.count < limit ? .next : .stop
    }
    return documents
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Sets fields of every document that matches a selection and that a closure accepts: changes all
  /// documents, or no document on failure.
  ///
  /// The closure is called with every document that matches the selection, because no index can
  /// answer a closure.
  ///
  /// - Returns: How many documents the closure accepted, and how many changed.
  /// - Complexity: as `fetch`, and each matching document is decoded; the accepted documents are
  ///   held in memory.
  /// - Throws: the errors of `fetch`, of the closure, and of `update` with one key.
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
  /// The closure is called with every document that matches the selection, because no index can
  /// answer a closure. If an error is thrown, earlier documents stay deleted unless the error
  /// leaves the write or a savepoint.
  ///
  /// - Complexity: as `fetch`, and each matching document is decoded; the accepted documents are
  ///   held in memory.
  /// - Throws: the errors of `fetch`, of the closure, and of `delete` with one key.
  @discardableResult
  public func delete(
    _ selection: Selection, scanning isIncluded: (Document) throws -> Bool
  ) throws -> Int {
    let keys = try fetch(selection, scanning: isIncluded).map(\.key)
    for key in keys { try delete(key) }
    return keys.count
  }
}
