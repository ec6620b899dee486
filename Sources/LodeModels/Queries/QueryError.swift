public import LodeStore

/// The error of a query that needs an index, or of an invalid page token.
///
/// ```swift
/// do {
///   _ = try store.documents("pets").fetch(Selection(parsing: "age = 3").requiringIndex())
/// } catch let error as StoreError where error.code == .needsIndex {
///   print(error)  // names the condition, and an index that would help
///   print((error.cause as? QueryError)?.suggestion as Any)
/// }
/// ```
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a query error; an open set, so a later version can add codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The query or the store requires an index, but only a scan of all rows finds the result.
    public static let needsIndex = Code(rawValue: "needsIndex")
    /// A page token is damaged, belongs to another query, or has another format version.
    public static let invalidPageToken = Code(rawValue: "invalidPageToken")
  }

  /// The kind of the error.
  public let code: Code
  /// The name of the collection; `nil` if the error concerns no single collection.
  public let collection: String?
  /// The problem and its remedy, in complete sentences.
  public let description: String
  /// An index that would help the query; `nil` if no index can help, or if the code is not
  /// `needsIndex`.
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
