/// The reason why bytes do not decode to the requested value.
///
/// ```swift
/// let bytes: [UInt8] = [44, 1, 0, 0, 0, 0, 0, 0]  // the integer 300
/// do {
///   let small = try Int8(valueBytes: bytes.span)
///   print(small)
/// } catch {
///   print(error.code == .outOfRange ? "too large" : "\(error)")
/// }
/// ```
public struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of failure; compare an error's code with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code, for messages and JSON output.
    public let description: String

    /// The number of bytes differs from the type's length.
    public static let wrongLength = Code("wrongLength")
    /// The number does not fit the requested type.
    public static let outOfRange = Code("outOfRange")
    /// The bytes of a string are not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// The byte of a `Bool` is neither 0 nor 1.
    public static let invalidBool = Code("invalidBool")

    init(_ name: String) { description = name }
  }

  /// The kind of failure.
  public let code: Code
  /// The failure in words, without the code.
  public let message: String

  /// Creates an error for a custom type that conforms to `StoredValue`.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: What failed, in words; the initializer shortens a text of more than 200 Unicode
  ///     scalars.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message.shortened
  }

  /// The message followed by the code.
  public var description: String { "Invalid value: \(message) (\(code))." }

  static func wrongLength(_ type: String, _ expected: Int, _ found: Int) -> ValueError {
    ValueError(.wrongLength, "\(type) takes \(expected) bytes, not \(found)")
  }
}
