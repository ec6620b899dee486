public import LodeStore

// Calls with a condition as text.
extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a condition written as text.
  ///
  /// ```swift
  /// let small = try store.documents("pets").fetch("weight < 10 ORDER BY name LIMIT 5")
  /// ```
  ///
  /// - Parameters:
  ///   - text: A condition, an order, a limit, and an offset, each optional. The guide
  ///     `Conditions.md` describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   text, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the text's
  ///   order.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `syntax` if the text is malformed, or a limit or an offset is negative.
  ///     - `tooDeep` if the text is nested more than 64 levels deep.
  ///     - `parameter` if a parameter has no value, or a value has no parameter.
  ///     - `comparedWithNull` if the text compares a value with `NULL`.
  ///     - `unknownField` if documents exist, and the text names a field that no document, index,
  ///       or recorded schema has.
  ///     - `unknownField` if the text names an unknown row property, such as `$size`, or a
  ///       component of `$key` that no model of the collection declares.
  ///     - `typeMismatch` if the text compares a timestamp, `$revision`, or a model's field with a
  ///       value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the collection does not exist.
  ///     - `unknownFunction` if the text uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func fetch(_ text: String, parameters: ConditionParameters = []) throws -> [Document] {
    try fetch(selection(text, parameters))
  }

  /// Returns the first document that matches a condition written as text, or `nil` if no document
  /// matches.
  ///
  /// - Parameters:
  ///   - text: A condition, an order, a limit, and an offset, each optional. The guide
  ///     `Conditions.md` describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(log n + s) for n documents and an offset of s if an index or the key answers
  ///   the text in the text's order. If the call must sort k matching documents,
  ///   O(log n + k log k). Without an index or a key, O(n + k log k).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `syntax` if the text is malformed, or a limit or an offset is negative.
  ///     - `tooDeep` if the text is nested more than 64 levels deep.
  ///     - `parameter` if a parameter has no value, or a value has no parameter.
  ///     - `comparedWithNull` if the text compares a value with `NULL`.
  ///     - `unknownField` if documents exist, and the text names a field that no document, index,
  ///       or recorded schema has.
  ///     - `unknownField` if the text names an unknown row property, such as `$size`, or a
  ///       component of `$key` that no model of the collection declares.
  ///     - `typeMismatch` if the text compares a timestamp, `$revision`, or a model's field with a
  ///       value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the collection does not exist.
  ///     - `unknownFunction` if the text uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func first(_ text: String, parameters: ConditionParameters = []) throws -> Document? {
    try first(selection(text, parameters))
  }

  /// Returns the number of documents that match a condition written as text, without decoding the
  /// documents.
  ///
  /// The text's offset and limit apply.
  ///
  /// - Parameters:
  ///   - text: A condition, an order, a limit, and an offset, each optional. The guide
  ///     `Conditions.md` describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   text, otherwise O(n). A counting index, which stores the number of rows of each of its g
  ///   groups, answers in O(g log n). The count of a whole collection without partitions takes
  ///   O(1).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `syntax` if the text is malformed, or a limit or an offset is negative.
  ///     - `tooDeep` if the text is nested more than 64 levels deep.
  ///     - `parameter` if a parameter has no value, or a value has no parameter.
  ///     - `comparedWithNull` if the text compares a value with `NULL`.
  ///     - `unknownField` if documents exist, and the text names a field that no document, index,
  ///       or recorded schema has.
  ///     - `unknownField` if the text names an unknown row property, such as `$size`, or a
  ///       component of `$key` that no model of the collection declares.
  ///     - `typeMismatch` if the text compares a timestamp, `$revision`, or a model's field with a
  ///       value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the collection does not exist.
  ///     - `unknownFunction` if the text uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func count(_ text: String, parameters: ConditionParameters = []) throws -> Int {
    try count(selection(text, parameters))
  }

  private func selection(
    _ text: String, _ parameters: ConditionParameters
  ) throws(StoreError) -> Selection {
    try causing(.invalidCondition, collection: access.name) { () throws(ConditionError) in
      try Selection(parsing: text, parameters: parameters)
    }
  }
}
