/// An error in an export or an import of documents.
///
/// ```swift
/// do {
///   let file = try store.read { try $0.documents("pets").exportPropertyList(format: .xml) }
///   print(file.count)
/// } catch let error as ExchangeError where error.code == .unsupportedValue {
///   print(error)  // names the document and the field
/// }
/// ```
public struct ExchangeError: Error, Hashable, Sendable {
  /// The kind of failure.
  public let code: Code
  /// The document and field, or the position in bytes; empty if unknown.
  public let place: String
  /// The expected and the actual value.
  public let message: String

  init(_ code: Code, at place: String = "", _ message: String) {
    self.code = code
    self.place = place
    self.message = message
  }

  /// The kind of failure, to be compared with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code.
    public let description: String
    /// A sentence that explains how to correct the failure.
    public let remedy: String

    /// The bytes are malformed.
    public static let invalidBytes = Code("invalidBytes", "Correct the file, or choose its format.")
    /// The file is not an array of dictionaries with text keys.
    public static let notDocuments = Code("notDocuments", "Give an array of dictionaries.")
    /// A document has no key field.
    public static let missingKey = Code(
      "missingKey", "Name another field as the key, or none for keys that are made.")
    /// A value cannot be a key, or a key cannot be a value.
    public static let unusableKey = Code(
      "unusableKey", "Name another field as the key, or none.")
    /// An exported document has another value under the name of the key field.
    public static let keyFieldTaken = Code(
      "keyFieldTaken", "Choose another name for the field of the key.")
    /// The format cannot represent a value.
    public static let unsupportedValue = Code(
      "unsupportedValue", "Choose another format, or change the value.")
    /// The file would use much more memory than its size allows.
    public static let tooLarge = Code("tooLarge", "Do not trust the file.")

    init(_ name: String, _ remedy: String) {
      description = name
      self.remedy = remedy
    }
  }
}

extension ExchangeError: CustomStringConvertible {
  /// The position, the message, the code, and the remedy.
  public var description: String {
    let start = place.isEmpty ? "" : "\(place): "
    return "\(start)\(message) (\(code)). \(code.remedy)"
  }
}
