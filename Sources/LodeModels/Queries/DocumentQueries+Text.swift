public import LodeStore

// Conditions as text; `Docs/Guides/Conditions.md` describes the language.
extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a condition written as text.
  ///
  /// ```swift
  /// let small = try store.documents("pets").fetch("weight < 10 ORDER BY name LIMIT 5")
  /// ```
  ///
  /// - Parameters:
  ///   - text: A condition, and optionally an order and a limit; the guide `Conditions.md`
  ///     describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: as `fetch` with a selection.
  /// - Throws: `ConditionError` if the text is malformed, with the position and the expected
  ///   syntax; the errors of `fetch` with a selection.
  public func fetch(_ text: String, parameters: ConditionParameters = []) throws -> [Document] {
    try fetch(Selection(parsing: text, parameters: parameters))
  }

  /// Returns the first document that matches a condition written as text, or `nil` if no document
  /// matches.
  ///
  /// - Complexity: as `fetch`, with k = 1 if an index has the text's order.
  /// - Throws: the errors of `fetch` with a text.
  public func first(_ text: String, parameters: ConditionParameters = []) throws -> Document? {
    try first(Selection(parsing: text, parameters: parameters))
  }

  /// Returns the number of documents that match a condition written as text, without decoding the
  /// documents.
  ///
  /// - Complexity: as `count` with a selection.
  /// - Throws: the errors of `fetch` with a text.
  public func count(_ text: String, parameters: ConditionParameters = []) throws -> Int {
    try count(Selection(parsing: text, parameters: parameters))
  }
}
