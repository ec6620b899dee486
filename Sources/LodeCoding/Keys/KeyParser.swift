#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Key {
  /// Parses a key from its literal.
  ///
  /// ```swift
  /// let key = try Key(parsing: #"["Oslo",42,{"desc":{"date":"2026-01-31T12:00:00Z"}}]"#)
  /// ```
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `syntax` if the text is not a key literal.
  ///   - `outOfRange` for an integer outside `Int64.min ... UInt64.max`.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public init(parsing text: String) throws(KeyError) {
    var parser = KeyParser(text)
    let element = try parser.whole()
    let key =
      if case .tuple(let elements) = element { Key(components: elements) } else { Key(element) }
    // The key's own array, and an innermost object such as a UUID, add levels to the text but not
    // to the bytes. The parser therefore allows two more levels, and this initializer checks the
    // bytes.
    try self.init(encoded: key.bytes.span)
  }
}

extension RawKey {
  /// Parses a raw key from its literal: a JSON string, or bytes in hexadecimal.
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `syntax` if the text is not a JSON string or `{"bytes":"..."}`.
  ///   - `outOfRange` for an integer outside `Int64.min ... UInt64.max`.
  ///   - `tooDeep` for arrays and objects nested more than 66 levels deep.
  public init(parsing text: String) throws(KeyError) {
    var parser = KeyParser(text)
    switch try parser.whole() {
    case .string(let text): self.init(Array(text.utf8))
    case .bytes(let bytes): self.init(bytes)
    default:
      throw KeyError(.syntax, at: 0, "a raw key must be a JSON string or {\"bytes\":\"hex\"}")
    }
  }
}

extension KeyComponent {
  /// Parses one value from its literal; unlike in a key, -0.0 keeps its sign.
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `syntax` if the text is not the literal of an element.
  ///   - `outOfRange` for an integer outside `Int64.min ... UInt64.max`.
  ///   - `tooDeep` for arrays and objects nested more than 66 levels deep.
  package init(parsing text: String) throws(KeyError) {
    var parser = KeyParser(text)
    self = try parser.whole()
  }
}

/// A parser of key literals; the offsets of its errors count UTF-8 bytes of the text.
struct KeyParser {
  private let text: [UInt8]
  private var at = 0
  private var depth = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  /// Parses one element and requires that no other text follows.
  mutating func whole() throws(KeyError) -> KeyComponent {
    let element = try element()
    skipSpace()
    guard at == text.count else { throw syntax("text follows the key") }
    return element
  }

  private mutating func element() throws(KeyError) -> KeyComponent {
    skipSpace()
    guard at < text.count else { throw syntax("the text ends where an element is expected") }
    switch text[at] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return .tuple(try array())
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default:
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      throw syntax("an element must be a JSON value; write strings in double quotes")
    }
  }

  private mutating func array() throws(KeyError) -> [KeyComponent] {
    try enter()
    at += 1
    var elements: [KeyComponent] = []
    skipSpace()
    if take("]") {
      depth -= 1
      return []
    }
    while true {
      elements.append(try element())
      skipSpace()
      if take("]") { break }
      guard take(",") else { throw syntax("a comma or ] is expected") }
    }
    depth -= 1
    return elements
  }

  private mutating func object() throws(KeyError) -> KeyComponent {
    try enter()
    at += 1
    skipSpace()
    let start = at
    let name = try string()
    skipSpace()
    guard take(":") else { throw syntax("a colon is expected") }
    let content = try element()
    skipSpace()
    guard take("}") else { throw syntax("a } is expected: an object has one member") }
    depth -= 1
    guard let element = Self.typed(name, content) else {
      throw KeyError(
        .syntax, at: start,
        "\"\(name)\" does not have valid content; known members are float, double, bytes, date, uuid, desc, partition"
      )
    }
    return element
  }

  /// Returns the element of an object with one member, or `nil` if the name is unknown or the
  /// content does not fit the name.
  private static func typed(_ name: String, _ content: KeyComponent) -> KeyComponent? {
    switch (name, content) {
    case ("desc", let element): .descending(element)
    case ("partition", .string(let name)): .partition(name)
    case ("bytes", .string(let hex)): [UInt8](hexadecimal: hex).map(KeyComponent.bytes)
    case ("uuid", .string(let text)): UUID(uuidString: text).map(KeyComponent.uuid)
    case ("date", .string(let text)):
      (DateText.parse(text) ?? specialNumber(text)).map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    case ("date", .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case ("date", .int(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case ("double", .double): content
    case ("double", .int(let value)): .double(Double(value))
    case ("double", .string(let text)): specialNumber(text).map(KeyComponent.double)
    case ("float", .double(let value)): .float(Float(value))
    case ("float", .int(let value)): .float(Float(value))
    case ("float", .string(let text)): specialNumber(text).map(KeyComponent.float)
    default: nil
    }
  }

  private mutating func number() throws(KeyError) -> KeyComponent {
    let start = at
    while at < text.count, Self.isNumber(text[at]) { at += 1 }
    let digits = String(decoding: text[start..<at], as: UTF8.self)
    if digits.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) {
      guard let value = Double(digits), value.isFinite else {
        throw KeyError(.syntax, at: start, "\"\(digits)\" does not fit a Double")
      }
      return .double(value)
    }
    if let value = Int64(digits) { return .int(value) }
    if let value = UInt64(digits) { return .uint(value) }
    let isInteger =
      digits != "-" && digits.dropFirst(digits.hasPrefix("-") ? 1 : 0).allSatisfy(\.isNumber)
    throw KeyError(
      isInteger ? .outOfRange : .syntax, at: start,
      isInteger ? "\(digits) does not fit 64 bits" : "\"\(digits)\" is not a number")
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: byte | 0x20 == 0x65
    }
  }

  private mutating func string() throws(KeyError) -> String {
    guard take("\"") else { throw syntax("a string in double quotes is expected") }
    var content: [UInt8] = []
    while at < text.count {
      let byte = text[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): content += Array(String(try escape()).utf8)
      case 0..<0x20:
        at -= 1
        throw syntax("a control character in a string must be escaped as \\u00xx")
      default: content.append(byte)
      }
    }
    throw syntax("the text ends inside a string")
  }

  /// Parses an escape after its backslash.
  private mutating func escape() throws(KeyError) -> Unicode.Scalar {
    guard at < text.count else { throw syntax("the text ends inside a string") }
    let byte = text[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw syntax("an unknown escape in a string")
    }
    var value = try hex4()
    if 0xD800..<0xDC00 ~= value, take("\\u") {
      let low = try hex4()
      guard 0xDC00..<0xE000 ~= low else { throw syntax("half a surrogate pair in a string") }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw syntax("half a surrogate pair in a string")
    }
    return scalar
  }

  private mutating func hex4() throws(KeyError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard at < text.count, let digit = hexDigit(text[at]) else {
        throw syntax("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private mutating func enter() throws(KeyError) {
    guard depth < KeyCode.depthLimit + 2 else {
      throw KeyError(
        .tooDeep, at: at, "the text is nested more than \(KeyCode.depthLimit + 2) levels deep")
    }
    depth += 1
  }

  private mutating func take(_ token: StaticString) -> Bool {
    let wanted = Array("\(token)".utf8)
    guard text[at...].starts(with: wanted) else { return false }
    at += wanted.count
    return true
  }

  private mutating func skipSpace() {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
  }

  private func syntax(_ message: String) -> KeyError { KeyError(.syntax, at: at, message) }
}
