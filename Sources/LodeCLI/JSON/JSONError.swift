/// Why a text is not JSON, or not the JSON that was asked for.
struct JSONError: Error, Hashable, CustomStringConvertible {
  /// What was expected and is not there.
  let message: String
  /// Where it was noticed, in bytes from the start of the text.
  let offset: Int

  var description: String { "\(message) (byte \(offset + 1))" }
}
