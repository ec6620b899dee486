#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The text form of keys is JSON, so that it can stand inside a tool's JSON output as it is. What
// JSON has no type for is an object of one member: {"uuid":"..."}, {"bytes":"00ff"}.

extension Key: CustomStringConvertible {
  /// The key as text, which `init(parsing:)` reads back to the same bytes.
  ///
  /// It is JSON: an array of the elements, or the element itself when there is one that is no
  /// nested tuple. `Key("a", 5)` is `["a",5]`, `Key("a")` is `"a"`, `Key(Key("a"))` is `[["a"]]`. A
  /// number is an integer unless it has a point or an exponent. The other types are
  /// `{"float":1.5}`, `{"double":"nan"}`, `{"bytes":"00ff"}`, `{"date":"2001-01-01T00:00:00Z"}`,
  /// `{"uuid":"..."}`, `{"partition":"ada"}` and `{"desc":5}`; the members inside nest.
  ///
  /// - Throws: `KeyError` with `tooDeep` for a key nested deeper than 64 tuples.
  public var literal: String {
    get throws(KeyError) {
      let elements = try elements
      if elements.count == 1, !elements[0].isTuple { return elements[0].literal }
      return KeyComponent.tuple(elements).literal
    }
  }

  /// The literal, or the bytes in hexadecimal where there is none.
  public var description: String {
    do {
      return try literal
    } catch {
      return "{\"key\":\"\(hexText(bytes))\"}"
    }
  }
}

extension RawKey: CustomStringConvertible {
  /// The key as JSON text: a string when the bytes are UTF-8, otherwise `{"bytes":"00ff"}`.
  public var literal: String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return KeyComponent.bytes(bytes).literal
    }
    return KeyComponent.string(text).literal
  }

  /// The literal.
  public var description: String { literal }
}

extension KeyComponent: CustomStringConvertible {
  /// The element's part of a key's literal.
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
    case .float(let value): wrapped("float", value.isFinite ? "\(value)" : special(Double(value)))
    case .double(let value):
      value.isFinite ? "\(value)" : wrapped("double", special(value))
    case .string(let value): quoted(value)
    case .bytes(let value): wrapped("bytes", "\"\(hexText(value))\"")
    case .date(let value): wrapped("date", dateLiteral(value.timeIntervalSinceReferenceDate))
    case .uuid(let value): wrapped("uuid", "\"\(value.uuidString.lowercased())\"")
    case .tuple(let elements): "[" + elements.map(\.literal).joined(separator: ",") + "]"
    case .descending(let element): wrapped("desc", element.literal)
    case .partition(let name): wrapped("partition", quoted(name))
    }
  }

  private func wrapped(_ name: String, _ content: String) -> String { "{\"\(name)\":\(content)}" }
}

/// A JSON string; only what JSON demands is escaped.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\u{0}"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// ISO 8601 where that gives the same date back, otherwise the seconds since 2001.
private func dateLiteral(_ seconds: Double) -> String {
  if let text = DateText.format(seconds) { return "\"\(text)\"" }
  return seconds.isFinite ? "\(seconds)" : special(seconds)
}

/// A number that JSON cannot write, as a string.
func special(_ value: Double) -> String { "\"\(specialName(value))\"" }

/// The name of a number that JSON cannot express.
func specialName(_ value: Double) -> String { value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }

func hexText(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count * 2)
  for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
  return String(decoding: text, as: UTF8.self)
}
