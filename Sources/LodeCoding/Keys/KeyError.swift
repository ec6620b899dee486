/// The reason why bytes or text are not the requested key.
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
  /// A kind of failure; compare it with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code, for messages and JSON output.
    public let description: String

    /// The bytes end inside an element, or where an element is expected.
    public static let truncated = Code("truncated")
    /// This version of Lode does not support the type code.
    public static let unknownType = Code("unknownType")
    /// The element has another type than the requested type.
    public static let typeMismatch = Code("typeMismatch")
    /// The value does not fit the requested type.
    public static let outOfRange = Code("outOfRange")
    /// The bytes encode a value differently from Lode's encoder.
    public static let notCanonical = Code("notCanonical")
    /// The bytes of a string are not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// Tuples or descending elements are nested more than 64 levels deep.
    public static let tooDeep = Code("tooDeep")
    /// The key has more elements than requested.
    public static let trailingElements = Code("trailingElements")
    /// The text is not a key literal.
    public static let syntax = Code("syntax")

    init(_ name: String) { description = name }
  }

  /// The kind of failure.
  public let code: Code
  /// The offset of the failure in the key's bytes or in the literal's UTF-8, counted from 0.
  public let offset: Int
  /// The failure in words, without the code and the offset.
  public let message: String
  /// The collection and the key of the row, as text; `nil` if the key was not read from a store.
  public private(set) var row: String?

  /// Creates an error, for a custom type that conforms to `KeyElement`.
  public init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message.shortened
  }

  /// Returns the error with the name of the row, unless the error already names a row.
  package func inRow(_ row: String) -> KeyError {
    if self.row != nil { return self }
    var error = self
    error.row = row
    return error
  }

  /// The message, the code, the offset, and the row.
  public var description: String {
    "Invalid key: \(message) (\(code), byte \(offset))\(row.map { " in \($0)" } ?? "")."
  }
}
