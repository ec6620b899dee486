/// The reason why a text is not JSON, or not the expected JSON.
struct JSONError: Error, Hashable, CustomStringConvertible {
  /// The problem in words, without the offset.
  let message: String
  /// The offset of the problem in the bytes passed to the throwing function, counted from 0.
  let offset: Int

  var description: String { "\(message) (byte \(offset + 1))" }
}
