internal import LodeCoding
internal import LodeStore

/// Functions that read and write keys as command-line arguments.
///
/// An argument is a key literal (`Docs/Format/Keys.md`) if it is a number or begins with a quote, a
/// bracket, or a brace: `42`, `["Oslo",42]`, `{"uuid":"..."}`. Any other argument is a string, so a
/// word needs no quotes. In a collection with raw keys, only an argument that begins with a quote,
/// a bracket, or a brace is a key literal. Any other argument, also a number, means a key of the
/// argument's UTF-8 bytes.
enum KeyText {
  /// Returns the key of an argument.
  ///
  /// The format is `nil` before the first row of the collection; the argument is then a tuple key.
  ///
  /// - Throws: `Failure` if the argument is not a key.
  static func parse(_ text: String, format: KeyFormat?) throws -> RowKey {
    do throws(KeyError) {
      if format == .raw {
        let key = beginsAsLiteral(text) ? try RawKey(parsing: text) : RawKey(Array(text.utf8))
        return RowKey(bytes: key.bytes, format: .raw)
      }
      return RowKey(bytes: try tuple(text).bytes, format: .tuple)
    } catch {
      throw Failure(
        "'\(text)' is not a key: \(error.message)",
        remedy: "For a string key, write \(quotedJSON(text.shortened)) with the quotes."
      )
    }
  }

  /// Returns the tuple key of an argument.
  static func tuple(_ text: String) throws(KeyError) -> Key {
    isLiteral(text) ? try Key(parsing: text) : Key(text)
  }

  /// Returns the argument for a key, without quotes if possible.
  ///
  /// `parse(_:format:)` returns the same key from the argument.
  static func argument(for key: RowKey) -> String {
    let plain: String?
    switch key.format {
    case .raw: plain = String(validating: key.bytes, as: UTF8.self)
    case .tuple:
      // Only a key of one string has a plain form.
      plain = try? key.decode(String.self)
    default: plain = nil
    }
    if let plain, isPlain(plain, format: key.format) { return plain }
    let literal = key.description
    // `true` and `null` alone would be strings.
    return key.format == .raw || isLiteral(literal) ? literal : "[\(literal)]"
  }

  /// Returns whether `argument(for:)` writes the text of a key without quotes.
  private static func isPlain(_ text: String, format: KeyFormat) -> Bool {
    if text.isEmpty || text.hasPrefix("-") { return false }
    if text.hasInvisibleControls { return false }
    return format == .raw ? !beginsAsLiteral(text) : !isLiteral(text)
  }

  /// Returns whether `tuple(_:)` parses an argument as a literal.
  static func isLiteral(_ text: String) -> Bool { beginsAsLiteral(text) || isNumber(text) }

  /// Returns whether an argument begins with a quote, a bracket, or a brace.
  static func beginsAsLiteral(_ text: String) -> Bool {
    text.hasPrefix("\"") || text.hasPrefix("[") || text.hasPrefix("{")
  }

  /// Returns whether a text is a JSON number: `7` is a number; `007` and `7zip` are not.
  private static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || 0x30...0x39 ~= first else {
      return false
    }
    do {
      return try JSONScanner.check(Array(text.utf8).span) == 0..<text.utf8.count
    } catch {
      return false
    }
  }
}
