public import LodeStore

/// Why a query was refused.
///
/// ```swift
/// do {
///   _ = try store.documents("pets").fetch(Selection(parsing: "age = 3").requiringIndex())
/// } catch let error as QueryError {
///   print(error)  // names the condition, and the index that would find its rows
/// }
/// ```
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a refusal; an open set, so that a later version can add codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All rows would have to be read, and the query or the store does not allow that.
    public static let needsIndex = Code(rawValue: "needsIndex")
    /// The token of a page is damaged, of another query, or of another version of Lode.
    public static let invalidPageToken = Code(rawValue: "invalidPageToken")
  }

  /// The kind of refusal.
  public let code: Code
  /// The collection; `nil` when the token of a page was read without one.
  public let collection: String?
  /// What was refused, in a sentence.
  public let description: String
  /// With `needsIndex`, an index that would find the rows, if there is one.
  public let suggestion: IndexDefinition?

  init(
    _ code: Code, _ description: String, collection: String? = nil,
    suggestion: IndexDefinition? = nil
  ) {
    self.code = code
    self.description = description
    self.collection = collection
    self.suggestion = suggestion
  }
}
