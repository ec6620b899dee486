/// The reason why bytes or text are not the requested key.
///
/// ```swift
/// let key = Key("Oslo")
/// do {
///   let city = try key.decode(String.self)
///   print(city)
/// } catch {
///   print(error.code == .typeMismatch ? "not a string key" : "\(error)")
/// }
/// ```
public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of failure; compare an error's code with the static members.
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
    /// Tuples or descending elements are nested more than 64 levels deep, or the arrays and objects
    /// of a literal more than 66 levels deep.
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

  /// Creates an error for a custom type that conforms to `KeyElement`.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - offset: The offset of the failure in bytes.
  ///   - message: What failed, in words; the initializer shortens a text of more than 200 Unicode
  ///     scalars.
  public init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message.shortened
  }

  /// The message, the code, and the offset.
  public var description: String { "Invalid key: \(detail)." }

  /// The message, the code, and the offset, without a full stop.
  package var detail: String { "\(message) (\(code), byte \(offset))" }
}
