public import LodeStore

/// An error of a query that the store refuses to run.
///
/// ```swift
/// do {
///   _ = try store.documents("pets").fetch(Selection(parsing: "age = 3").requiringIndex())
/// } catch let error as QueryError {
///   print(error)  // names the condition, and the index that would find its rows
/// }
/// ```
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a query error; an open set, so a later version can add codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The query would read all rows, and the query or the store requires an index.
    public static let needsIndex = Code(rawValue: "needsIndex")
    /// A page token is damaged, belongs to another query, or is from another version of Lode.
    public static let invalidPageToken = Code(rawValue: "invalidPageToken")
  }

  /// The kind of the error.
  public let code: Code
  /// The collection; `nil` if a page token was decoded without a query.
  public let collection: String?
  /// A sentence that describes the refused query.
  public let description: String
  /// With `needsIndex`, an index that would answer the query; `nil` if no index can.
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
