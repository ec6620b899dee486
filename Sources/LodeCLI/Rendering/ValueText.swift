internal import Foundation
internal import LodeCoding

/// The text of a stored value: one line of JSON.
///
/// JSON is unchanged, except that line breaks and tabs become spaces. Integers, finite doubles,
/// strings, and booleans are JSON scalars. Other values are objects with one member, for example
/// `{"float":1.5}`, `{"bytes":"00ff"}`, `{"date":"2001-01-01T00:00:00Z"}`, `{"uuid":"..."}`.
enum ValueText {
  /// Returns the value as one line of JSON, even for bytes that do not decode.
  static func json(_ bytes: Span<UInt8>, _ type: ValueType) -> String {
    guard type == .json else { return element(bytes, type).description }
    do {
      let range = try JSONScanner.check(bytes)
      return oneLine(text(bytes.extracting(range)))
    } catch {
      // A program can store text that is not JSON as `JSONText`.
      return String(validating: bytes.copied(), as: UTF8.self).map(quotedJSON)
        ?? KeyComponent.bytes(bytes.copied()).description
    }
  }

  /// Returns a value of a type other than JSON as a key component; bytes that do not decode become
  /// a component of bytes.
  static func element(_ bytes: Span<UInt8>, _ type: ValueType) -> KeyComponent {
    do throws(ValueError) {
      switch type {
      case .string: return .string(try String(valueBytes: bytes))
      case .int: return .int(try Int64(valueBytes: bytes))
      case .uint: return .uint(try UInt64(valueBytes: bytes))
      case .double: return .double(try Double(valueBytes: bytes))
      case .float: return .float(try Float(valueBytes: bytes))
      case .bool: return .bool(try Bool(valueBytes: bytes))
      case .date: return .date(try Date(valueBytes: bytes))
      case .uuid: return .uuid(try UUID(valueBytes: bytes))
      default: return .bytes(bytes.copied())
      }
    } catch {
      return .bytes(bytes.copied())
    }
  }

  /// Returns JSON with spaces in place of line breaks and tabs, which occur only outside strings.
  static func oneLine(_ json: String) -> String {
    guard json.utf8.contains(where: { $0 < 0x20 }) else { return json }
    return String(decoding: json.utf8.map { max($0, 0x20) }, as: UTF8.self)
  }
}

/// Returns the text of bytes, which must be valid UTF-8.
func text(_ bytes: Span<UInt8>) -> String {
  String(decoding: bytes.copied(), as: UTF8.self)
}

/// Returns a text as a JSON string with quotes.
func quotedJSON(_ text: String) -> String { KeyComponent.string(text).description }
