internal import LodeCoding

/// A JSON value other than an array or an object.
enum JSONScalar: Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)

  /// Reads one value that `JSONScanner` has checked; `nil` for an array, an object, or no bytes.
  ///
  /// A number with neither a decimal point nor an exponent is an integer.
  ///
  /// - Throws: `JSONError` for an integer that fits neither `Int64` nor `UInt64`, for a number
  ///   beyond `Double`, or for half a surrogate pair.
  init?(checked bytes: Span<UInt8>) throws(JSONError) {
    switch bytes.isEmpty ? 0 : bytes[0] {
    case UInt8(ascii: "\""):
      self = .string(try Self.unescape(bytes.extracting(1..<bytes.count - 1)))
    case UInt8(ascii: "t"): self = .bool(true)
    case UInt8(ascii: "f"): self = .bool(false)
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "-"), 0x30...0x39: self = try Self.number(text(bytes))
    default: return nil
    }
  }

  private static func number(_ text: String) throws(JSONError) -> JSONScalar {
    if text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
      guard let value = Double(text), value.isFinite else {
        throw JSONError(message: "\(text) is too large for a Double", offset: 0)
      }
      return .double(value)
    }
    if let value = Int64(text) { return .int(value) }
    if let value = UInt64(text) { return .uint(value) }
    throw JSONError(message: "\(text) does not fit 64 bits", offset: 0)
  }

  /// Returns the text of a checked JSON string, from the content between the quotes.
  ///
  /// - Throws: `JSONError` for half a surrogate pair.
  static func unescape(_ content: Span<UInt8>) throws(JSONError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var at = 0
    while at < content.count {
      let byte = content[at]
      at += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escaped = content[at]
      at += 1
      switch escaped {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = try scalar(content, at: &at)
        result += Array(String(Character(scalar)).utf8)
      default: result.append(escaped)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads the scalar of one `\uXXXX` or of a surrogate pair.
  ///
  /// Before the call, `at` is the index after the first `u`; after the call, the index after the
  /// last digit.
  private static func scalar(
    _ content: Span<UInt8>, at: inout Int
  ) throws(JSONError) -> Unicode.Scalar {
    let start = at
    let first = codeUnit(content, at: &at)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, at + 6 <= content.count, content[at] == UInt8(ascii: "\\"),
      content[at + 1] == UInt8(ascii: "u")
    {
      at += 2
      let second = codeUnit(content, at: &at)
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw JSONError(message: "half a surrogate pair is not text", offset: start)
  }

  /// Reads four hexadecimal digits.
  private static func codeUnit(_ content: Span<UInt8>, at: inout Int) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      unit = unit << 4 | UInt32(hexDigit(content[at]) ?? 0)
      at += 1
    }
    return unit
  }
}

extension JSONScalar {
  /// The scalar as a key component.
  var keyComponent: KeyComponent {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .uint(let value): .uint(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    }
  }
}

/// Returns the text of bytes, which must be valid UTF-8.
func text(_ bytes: Span<UInt8>) -> String {
  String(decoding: bytes.copied(), as: UTF8.self)
}
