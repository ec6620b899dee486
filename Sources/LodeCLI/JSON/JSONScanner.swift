internal import LodeCoding

/// A scanner that checks JSON text of RFC 8259 without building values.
///
/// The scanner is stricter than the RFC in one rule: arrays and objects nest at most 640 levels
/// deep. No input makes the scanner trap. All ranges and offsets are indices of the given bytes.
///
/// Source of the grammar: RFC 8259, "The JavaScript Object Notation (JSON) Data Interchange
/// Format".
struct JSONScanner: ~Escapable {
  private let bytes: Span<UInt8>
  private var at = 0
  private var depth = 0

  /// The maximum nesting depth of arrays and objects, enough for the JSON of every archive within
  /// the default limits.
  static let depthLimit = 640

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>, depth: Int = 0) {
    self.bytes = bytes
    self.depth = depth
  }

  /// Checks that the bytes are one JSON value, and returns the range of the value without
  /// surrounding white space.
  ///
  /// `depth` is the number of arrays and objects that already enclose the value.
  @discardableResult
  static func check(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) -> Range<Int> {
    try checkUTF8(bytes)
    var scanner = JSONScanner(bytes, depth: depth)
    return try scanner.whole { (inner) throws(JSONError) in try inner.value() }
  }

  /// Checks that the bytes are one JSON object, passes each member to `body`, and returns the range
  /// of the object without surrounding white space.
  ///
  /// `body` gets the range of the name without quotes but with escapes, and the range of the value.
  @discardableResult
  static func members(
    of bytes: Span<UInt8>, _ body: (Range<Int>, Range<Int>) throws(JSONError) -> Void
  ) throws(JSONError) -> Range<Int> {
    try checkUTF8(bytes)
    var scanner = JSONScanner(bytes)
    return try scanner.whole { (inner) throws(JSONError) in
      guard inner.peek() == UInt8(ascii: "{") else { throw inner.expected("an object") }
      try inner.object(body)
    }
  }

  /// Checks that the bytes are one JSON array, and passes the range of each element to `body`.
  static func elements(
    of bytes: Span<UInt8>, _ body: (Range<Int>) throws(JSONError) -> Void
  ) throws(JSONError) {
    try checkUTF8(bytes)
    var scanner = JSONScanner(bytes)
    _ = try scanner.whole { (inner) throws(JSONError) in
      guard inner.peek() == UInt8(ascii: "[") else { throw inner.expected("an array") }
      try inner.array(body)
    }
  }

  private static func checkUTF8(_ bytes: Span<UInt8>) throws(JSONError) {
    if let offset = bytes.firstInvalidUTF8 {
      throw JSONError(message: "the text is not UTF-8", offset: offset)
    }
  }

  /// Skips leading white space, runs `body`, and returns the range that `body` reads.
  ///
  /// Text other than white space after the range is an error.
  private mutating func whole(
    _ body: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) -> Range<Int> {
    skipSpace()
    let start = at
    try body(&self)
    let end = at
    skipSpace()
    if at < bytes.count { throw expected("the end of the text") }
    return start..<end
  }

  private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

  private func expected(_ what: String) -> JSONError {
    JSONError(message: "\(what) is expected", offset: at)
  }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at += 1
    return true
  }

  private mutating func value() throws(JSONError) {
    switch peek() {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"): try object { (_, _) in }
    case UInt8(ascii: "["): try array { _ in }
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), .some(0x30...0x39): try number()
    default: throw expected("a JSON value")
    }
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    for byte in word.description.utf8 where !take(byte) { throw expected("\"\(word)\"") }
  }

  /// Advances past the opening bracket of an array or an object, and past the white space after the
  /// bracket.
  private mutating func enter() throws(JSONError) {
    if depth == Self.depthLimit {
      throw JSONError(
        message: "the JSON is nested deeper than \(Self.depthLimit) levels", offset: at)
    }
    depth += 1
    at += 1
    skipSpace()
  }

  private mutating func array(
    _ body: (Range<Int>) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "]")) { return }
    while true {
      let start = at
      try value()
      try body(start..<at)
      skipSpace()
      if take(UInt8(ascii: "]")) { return }
      guard take(UInt8(ascii: ",")) else { throw expected("a comma or ]") }
      skipSpace()
    }
  }

  private mutating func object(
    _ body: (Range<Int>, Range<Int>) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "}")) { return }
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw expected("a member's name in quotes") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw expected("a colon") }
      skipSpace()
      let start = at
      try value()
      try body(name, start..<at)
      skipSpace()
      if take(UInt8(ascii: "}")) { return }
      guard take(UInt8(ascii: ",")) else { throw expected("a comma or }") }
      skipSpace()
    }
  }

  /// Reads a string with its quotes and returns the range of the content.
  private mutating func string() throws(JSONError) -> Range<Int> {
    let start = at + 1
    var next = start
    while next < bytes.count {
      let byte = bytes[next]
      if byte == UInt8(ascii: "\"") {
        at = next + 1
        return start..<next
      }
      if byte == UInt8(ascii: "\\") {
        at = next + 1
        try escape()
        next = at
      } else if byte < 0x20 {
        throw JSONError(message: "a control character in a string must be escaped", offset: next)
      } else {
        next += 1
      }
    }
    throw JSONError(message: "the text ends inside a string", offset: next)
  }

  private mutating func escape() throws(JSONError) {
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      at += 1
      for _ in 0..<4 {
        guard let digit = peek(), hexDigit(digit) != nil else {
          throw expected("a hexadecimal digit")
        }
        at += 1
      }
    default: throw expected("one of \"\\/bfnrtu")
    }
  }

  private mutating func number() throws(JSONError) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      try digits()
    }
  }

  private mutating func digits() throws(JSONError) {
    guard let first = peek(), 0x30...0x39 ~= first else { throw expected("a digit") }
    while let digit = peek(), 0x30...0x39 ~= digit { at += 1 }
  }
}

/// Returns the value of a hexadecimal digit, or `nil` for another byte.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}
