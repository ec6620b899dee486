internal import LodeStore

/// An error in an export of models or documents, or in an import of documents.
///
/// Calls throw this error as the `cause` of a `StoreError` with the code `exchangeFailed`.
///
/// ```swift
/// do {
///   let file = try store.read { try $0.documents("pets").exportPropertyList(format: .xml) }
///   print(file.count)
/// } catch let error as StoreError where error.code == .exchangeFailed {
///   print(error)  // names the document and the field
///   print((error.cause as? ExchangeError)?.code == .unsupportedValue)
/// }
/// ```
public struct ExchangeError: Error, Hashable, Sendable {
  /// The kind of failure.
  public let code: Code
  /// The location of the failure: a model's row, a document, a document's field, or a byte offset
  /// from 0.
  ///
  /// The string is empty if the location is unknown. For a malformed line of JSON Lines, the string
  /// contains the line number, from 1, and the byte offset in the line.
  public let place: String
  /// A short description of the failure.
  public let message: String

  init(_ code: Code, at place: String = "", _ message: String) {
    self.code = code
    self.place = place.shortened
    self.message = message.shortened
  }

  /// The kind of failure, to be compared with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code.
    public let description: String
    /// A sentence that explains how to correct the failure.
    public let remedy: String

    /// The text or the file is malformed.
    public static let invalidBytes = Code("invalidBytes", "Correct the file, or choose its format.")
    /// The file does not consist of dictionaries with distinct text keys.
    public static let notDocuments = Code("notDocuments", "Pass an array of dictionaries.")
    /// An imported document lacks the key field.
    public static let missingKey = Code(
      "missingKey", "Name another key field, or no key field to let the store create keys.")
    /// An imported value cannot be a key, or the file format cannot represent an exported key.
    public static let unusableKey = Code(
      "unusableKey", "Name another key field, or no key field.")
    /// In an exported document, the field with the name of the key field has another value than the
    /// key.
    public static let keyFieldTaken = Code(
      "keyFieldTaken", "Choose another name for the key field.")
    /// The file format, or a document, cannot represent a value.
    public static let unsupportedValue = Code(
      "unsupportedValue", "Choose another format, or change the value.")
    /// The values of a binary property list need more memory than 64 MiB plus 64 times the size of
    /// the file.
    public static let tooLarge = Code(
      "tooLarge", "Check where the file comes from; such a file can be an attack.")

    init(_ name: String, _ remedy: String) {
      description = name
      self.remedy = remedy
    }
  }
}

extension ExchangeError: CustomStringConvertible {
  /// The location, the message, the code, and the remedy.
  public var description: String {
    let start = place.isEmpty ? "" : "\(place): "
    return "\(start)\(message) (\(code)). \(code.remedy)"
  }
}

/// Runs `body`, and converts an ``ExchangeError`` into a `StoreError` with `exchangeFailed`.
func exchangeErrors<R>(collection: String, _ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch let error as ExchangeError {
    throw StoreError(.exchangeFailed, collection: collection, cause: error)
  }
}
