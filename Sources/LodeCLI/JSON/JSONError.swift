/// The reason why a text is not JSON, or not the expected JSON.
struct JSONError: Error, Hashable, CustomStringConvertible {
  /// The missing syntax, or the invalid part.
  let message: String
  /// The position of the problem, in bytes from the start of the text.
  let offset: Int

  var description: String { "\(message) (byte \(offset + 1))" }
}
