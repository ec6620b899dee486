/// A JSON parser that refuses duplicate member names.
///
/// Source of the grammar: RFC 8259, "The JavaScript Object Notation (JSON) Data Interchange
/// Format".
struct JSONParser {
  private let text: [UInt8]
  /// The offset of the next byte.
  private var at = 0
  /// The number of arrays and objects around the next byte.
  private var depth = 0
  /// The number of values so far.
  private var count = 0
  private let depthLimit: Int
  private let countLimit: Int

  /// Parses a text.
  ///
  /// - Complexity: O(n) for n bytes of the text.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `invalidJSON` with the offset if the text is not JSON, or two members of an object have
  ///     one name.
  ///   - `tooDeep` or `tooLarge` if the text exceeds a limit.
  static func parse(_ text: String, _ limits: ArchiveLimits) throws(ArchiveError) -> JSONNode {
    guard text.utf8.count <= limits.size else {
      throw ArchiveError(.tooLarge, "the text has \(text.utf8.count) bytes")
    }
    var parser = JSONParser(text, limits)
    let node = try parser.value()
    parser.skipSpace()
    guard parser.at == parser.text.count else { throw parser.expected("the end of the text") }
    return node
  }

  private init(_ text: String, _ limits: ArchiveLimits) {
    self.text = Array(text.utf8)
    // One level of an archive takes up to three levels of JSON.
    depthLimit = limits.depth > Int.max / 4 ? .max : limits.depth * 3 + 8
    countLimit = limits.count
  }

  /// Returns the error for a byte that does not continue the text.
  private func expected(_ what: String) -> ArchiveError {
    ArchiveError(.invalidJSON, at: at, "\(what) is expected")
  }

  private mutating func skipSpace() {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
  }

  /// Consumes a token if the token comes next.
  private mutating func take(_ token: StaticString) -> Bool {
    let wanted = "\(token)".utf8
    guard text[at...].starts(with: wanted) else { return false }
    at += wanted.count
    return true
  }

  private mutating func value() throws(ArchiveError) -> JSONNode {
    skipSpace()
    count += 1
    guard count <= countLimit else {
      throw ArchiveError(.tooLarge, at: at, "the text has more than \(countLimit) values")
    }
    let start = at
    guard at < text.count else { throw expected("a value") }
    switch text[at] {
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
    case UInt8(ascii: "["): return JSONNode(.array(try array()), at: start)
    case UInt8(ascii: "{"): return JSONNode(.object(try object()), at: start)
    case UInt8(ascii: "-"), 0x30...0x39: return JSONNode(.number(try number()), at: start)
    default:
      if take("null") { return JSONNode(.null, at: start) }
      if take("true") { return JSONNode(.bool(true), at: start) }
      if take("false") { return JSONNode(.bool(false), at: start) }
      throw expected("a value")
    }
  }

  private mutating func enter() throws(ArchiveError) {
    depth += 1
    at += 1
    guard depth <= depthLimit else {
      throw ArchiveError(.tooDeep, at: at, "the text is nested more than \(depthLimit) levels deep")
    }
    skipSpace()
  }

  private mutating func array() throws(ArchiveError) -> [JSONNode] {
    try enter()
    var elements: [JSONNode] = []
    if !take("]") {
      while true {
        elements.append(try value())
        skipSpace()
        if take("]") { break }
        guard take(",") else { throw expected("a comma or ]") }
      }
    }
    depth -= 1
    return elements
  }

  private mutating func object() throws(ArchiveError) -> [(name: String, value: JSONNode)] {
    try enter()
    var members: [(name: String, value: JSONNode)] = []
    var names: Set<[UInt8]> = []
    if !take("}") {
      while true {
        skipSpace()
        let place = at
        let name = try string()
        guard names.insert(Array(name.utf8)).inserted else {
          throw ArchiveError(.invalidJSON, at: place, "the object has two members \(quoted(name))")
        }
        skipSpace()
        guard take(":") else { throw expected("a colon") }
        members.append((name, try value()))
        skipSpace()
        if take("}") { break }
        guard take(",") else { throw expected("a comma or }") }
      }
    }
    depth -= 1
    return members
  }

  // Numbers.

  private mutating func number() throws(ArchiveError) -> String {
    let start = at
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: text[start..<at], as: UTF8.self)
  }

  private mutating func digits() throws(ArchiveError) {
    let start = at
    while at < text.count, (0x30...0x39).contains(text[at]) { at += 1 }
    guard at > start else { throw expected("a digit") }
  }

  // Texts.

  private mutating func string() throws(ArchiveError) -> String {
    guard take("\"") else { throw expected("a string in double quotes") }
    var content: [UInt8] = []
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        at += 1
        content += Array(String(try escape()).utf8)
      case 0..<0x20: throw expected("an escape for a control character")
      default:
        content.append(text[at])
        at += 1
      }
    }
    throw expected("the end of a string")
  }

  /// Parses the characters after a backslash.
  private mutating func escape() throws(ArchiveError) -> Unicode.Scalar {
    let escapes: [(StaticString, Unicode.Scalar)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"),
      ("r", "\r"), ("t", "\t"),
    ]
    for (token, scalar) in escapes where take(token) { return scalar }
    guard take("u") else { throw expected("an escape") }
    var value = try hex4()
    if 0xD800..<0xDC00 ~= value {
      guard take("\\u") else { throw expected("the other half of a surrogate pair") }
      let low = try hex4()
      guard 0xDC00..<0xE000 ~= low else { throw expected("the other half of a surrogate pair") }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw expected("a whole surrogate pair") }
    return scalar
  }

  private mutating func hex4() throws(ArchiveError) -> UInt32 {
    guard text.count - at >= 4,
      text[at..<at + 4].allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(String(decoding: text[at..<at + 4], as: UTF8.self), radix: 16)
    else { throw expected("four hexadecimal digits") }
    at += 4
    return value
  }
}
