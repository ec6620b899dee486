/// Why bytes or text are not the key that was asked for.
///
/// ```swift
/// do {
///   let city = try key.decode(String.self)
///   print(city)
/// } catch {
///   print(error.code == .typeMismatch ? "not a string key" : "\(error)")
/// }
/// ```
public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; compare it with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, for messages and JSON output.
    public let description: String

    /// The bytes end inside an element.
    public static let truncated = Code("truncated")
    /// A type code that this version of Lode does not know.
    public static let unknownType = Code("unknownType")
    /// The element has another type than the one asked for.
    public static let typeMismatch = Code("typeMismatch")
    /// The number does not fit the type asked for.
    public static let outOfRange = Code("outOfRange")
    /// The bytes encode a value in another way than Lode writes it.
    public static let notCanonical = Code("notCanonical")
    /// The bytes of a string are not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// Tuples or descending elements are nested deeper than 64.
    public static let tooDeep = Code("tooDeep")
    /// The key has more elements than were asked for.
    public static let trailingElements = Code("trailingElements")
    /// The text is not a key literal.
    public static let syntax = Code("syntax")

    init(_ name: String) { description = name }
  }

  /// The kind of failure.
  public let code: Code
  /// Where in the key's bytes (or in the literal's UTF-8) it was noticed, counted in bytes from 0.
  public let offset: Int
  /// What was found there, in a sentence.
  public let message: String
  /// The row that has the key, and its collection; `nil` when the key was not read from a store.
  public private(set) var row: String?

  /// Creates an error, for a type of one's own that is a `KeyElement`.
  public init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The same error, about the key of a row; one that names a row already keeps that.
  package func inRow(_ row: String) -> KeyError {
    if self.row != nil { return self }
    var error = self
    error.row = row
    return error
  }

  /// The message, the place and the row.
  public var description: String {
    "Invalid key: \(message) (\(code), byte \(offset))\(row.map { " in \($0)" } ?? "")."
  }
}
