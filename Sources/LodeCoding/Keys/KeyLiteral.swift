#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A key literal is JSON, so that JSON output can embed the literal unchanged. A type that JSON
// lacks is an object with one member: {"uuid":"..."}, {"bytes":"00ff"}.

extension Key: CustomStringConvertible {
  /// The key as text, which `init(parsing:)` parses as the same key.
  ///
  /// The literal is a JSON array of the elements. A key of one element is the element itself,
  /// unless the element is a nested tuple. A number with a decimal point or an exponent is a
  /// `Double`; any other number is an integer.
  ///
  /// | Key | Literal |
  /// |---|---|
  /// | `Key("a", 5)` | `["a",5]` |
  /// | `Key("a")` | `"a"` |
  /// | `Key(Key("a"))` | `[["a"]]` |
  /// | `Key(Float(1.5))` | `{"float":1.5}` |
  /// | `Key(Double.nan)` | `{"double":"nan"}` |
  /// | `Key([UInt8]([0, 255]))` | `{"bytes":"00ff"}` |
  /// | `Key(Date(timeIntervalSinceReferenceDate: 0))` | `{"date":"2001-01-01T00:00:00Z"}` |
  /// | `Key(UUID())` | `{"uuid":"..."}` |
  /// | `Key(Partition("ada"))` | `{"partition":"ada"}` |
  /// | `Key(Descending(5))` | `{"desc":5}` |
  ///
  /// - Throws: `KeyError` with `tooDeep` if tuples or descending elements are nested more than 64
  ///   levels deep.
  public var literal: String {
    get throws(KeyError) {
      let elements = try elements
      if elements.count == 1, !elements[0].isTuple { return elements[0].literal }
      return KeyComponent.tuple(elements).literal
    }
  }

  /// The literal, or `{"key":"..."}` with the bytes in hexadecimal if the key has no literal.
  ///
  /// A key has no literal if tuples or descending elements are nested more than 64 levels deep.
  public var description: String {
    do {
      return try literal
    } catch {
      return "{\"key\":\"\(hexadecimal(bytes))\"}"
    }
  }
}

extension RawKey: CustomStringConvertible {
  /// The key as JSON text: a string if the bytes are UTF-8, otherwise `{"bytes":"..."}` in
  /// hexadecimal.
  public var literal: String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return KeyComponent.bytes(bytes).literal
    }
    return KeyComponent.string(text).literal
  }

  /// The same text as ``literal``.
  public var description: String { literal }
}

extension KeyComponent: CustomStringConvertible {
  /// The element's text in a key's literal.
  public var description: String { literal }

  var isTuple: Bool {
    if case .tuple = self { return true }
    return false
  }

  var literal: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .float(let value): wrapped("float", value.isFinite ? "\(value)" : special(value))
    case .double(let value):
      value.isFinite ? "\(value)" : wrapped("double", special(value))
    case .string(let value): quoted(value)
    case .bytes(let value): wrapped("bytes", "\"\(hexadecimal(value))\"")
    case .date(let value): wrapped("date", dateLiteral(value.timeIntervalSinceReferenceDate))
    case .uuid(let value): wrapped("uuid", "\"\(value.uuidString.lowercased())\"")
    case .tuple(let elements): "[" + elements.map(\.literal).joined(separator: ",") + "]"
    case .descending(let element): wrapped("desc", element.literal)
    case .partition(let name): wrapped("partition", quoted(name))
    }
  }

  private func wrapped(_ name: String, _ content: String) -> String { "{\"\(name)\":\(content)}" }
}

/// Returns a JSON string that escapes only what JSON requires.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\u{0}"..."\u{1F}":
      result += "\\u" + hexadecimal(UInt64(scalar.value), digits: 4)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Returns ISO 8601 text if the text reproduces the date exactly, otherwise the date's
/// `timeIntervalSinceReferenceDate`.
private func dateLiteral(_ seconds: Double) -> String {
  if let text = DateText.format(seconds) { return "\"\(text)\"" }
  return seconds.isFinite ? "\(seconds)" : special(seconds)
}

/// Returns a quoted name for a number that JSON cannot express.
func special(_ value: some BinaryFloatingPoint) -> String { "\"\(specialName(value))\"" }

/// Returns the name of a number that JSON cannot express.
func specialName(_ value: some BinaryFloatingPoint) -> String {
  value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
}

/// Returns the NaN or the infinity with a name, or `nil` for other text.
func specialNumber<F: BinaryFloatingPoint>(_ name: String) -> F? {
  switch name {
  case "nan": .nan
  case "inf": .infinity
  case "-inf": -.infinity
  default: nil
  }
}
