public import LodeStore

// Conditions as text, as `Docs/Guides/Conditions.md` says.
extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// The documents that a text chooses.
  ///
  /// ```swift
  /// let small = try store.documents("pets").fetch("weight < 10 ORDER BY name LIMIT 5")
  /// ```
  ///
  /// - Complexity: as `fetch` of a selection.
  /// - Throws: `ConditionError` with the place in the text and what was expected there; else as
  ///   `fetch` of a selection.
  public func fetch(_ text: String, parameters: ConditionParameters = []) throws -> [Document] {
    try fetch(Selection(parsing: text, parameters: parameters))
  }

  /// The first of the documents that a text chooses, or `nil` when there is none.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func first(_ text: String, parameters: ConditionParameters = []) throws -> Document? {
    try first(Selection(parsing: text, parameters: parameters))
  }

  /// How many documents a text chooses.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func count(_ text: String, parameters: ConditionParameters = []) throws -> Int {
    try count(Selection(parsing: text, parameters: parameters))
  }
}
