/// Functions that check JSON text without building values, and that read single scalars.
///
/// All ranges and offsets are indices of the given bytes. No input makes a function trap. Unlike
/// ``JSONParser``, the scanner accepts equal names in an object, and half a surrogate pair in
/// an escape.
package enum JSONScanner {
  /// The maximum nesting depth of arrays and objects, enough for the JSON of every archive within
  /// the default limits.
  package static let depthLimit = 640

  /// Checks that the bytes are one JSON value, and returns the range of the value without
  /// surrounding white space.
  ///
  /// `depth` is the number of arrays and objects that already enclose the value.
  @discardableResult
  package static func check(
    _ bytes: Span<UInt8>, depth: Int = 0
  ) throws(ArchiveError) -> Range<Int> {
    var parser = try JSONParser(scanning: bytes, depth: depth)
    let range = try parser.skipValue()
    try parser.finish()
    return range
  }

  /// Checks that the bytes are one JSON object, passes each member to `body`, and returns the range
  /// of the object without surrounding white space.
  ///
  /// `body` gets the range of the name with its quotes, and the range of the value.
  @discardableResult
  package static func members(
    of bytes: Span<UInt8>, _ body: (Range<Int>, Range<Int>) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Range<Int> {
    var parser = try JSONParser(scanning: bytes)
    let range = try parser.skipObject(body)
    try parser.finish()
    return range
  }

  /// Reads one value that the scanner has checked; `nil` for an array, an object, or no bytes.
  ///
  /// - Throws: ``ArchiveError`` for an integer that fits neither `Int64` nor `UInt64`, for a number
  ///   beyond `Double`, or for half a surrogate pair.
  package static func scalar(_ bytes: Span<UInt8>) throws(ArchiveError) -> ArchiveValue? {
    if bytes.isEmpty || bytes[0] == UInt8(ascii: "[") || bytes[0] == UInt8(ascii: "{") {
      return nil
    }
    var parser = JSONParser(bytes, ArchiveLimits())
    return try parser.value()
  }

  /// Reads an array that the scanner has checked.
  ///
  /// - Throws: ``ArchiveError`` for another value, or for an element that is not a value.
  package static func array(_ bytes: Span<UInt8>) throws(ArchiveError) -> [ArchiveValue] {
    var parser = JSONParser(bytes, ArchiveLimits())
    guard case .array(let values) = try parser.value() else { throw parser.expected("an array") }
    return values
  }

  /// Reads a string with its quotes, which the scanner has checked.
  ///
  /// - Throws: ``ArchiveError`` for half a surrogate pair.
  package static func string(_ bytes: Span<UInt8>) throws(ArchiveError) -> String {
    var parser = JSONParser(bytes, ArchiveLimits())
    return try parser.string()
  }
}

extension JSONParser {
  /// Begins a check of bytes; throws `invalidJSON` with the offset if the bytes are not UTF-8.
  @_lifetime(copy bytes)
  fileprivate init(scanning bytes: Span<UInt8>, depth: Int = 0) throws(ArchiveError) {
    if let offset = bytes.firstInvalidUTF8 {
      throw ArchiveError(.invalidJSON, at: offset, "the text is not UTF-8")
    }
    self.init(bytes, ArchiveLimits())
    self.depth = depth
    depthLimit = JSONScanner.depthLimit
  }

  /// Consumes a value with the white space before it, and returns the range of the value.
  fileprivate mutating func skipValue() throws(ArchiveError) -> Range<Int> {
    skipSpace()
    let start = at
    switch next {
    case UInt8(ascii: "\""): return try skipString()
    case UInt8(ascii: "{"): return try skipObject { (_, _) in }
    case UInt8(ascii: "["): try skipArray()
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    case UInt8(ascii: "-"), .some(0x30...0x39): try skipNumber()
    default: throw expected("a JSON value")
    }
    return start..<at
  }

  private mutating func skip(_ word: StaticString) throws(ArchiveError) {
    for byte in word.description.utf8 where !take(byte) { throw expected("\"\(word)\"") }
  }

  private mutating func skipArray() throws(ArchiveError) {
    try enter()
    var isFirst = true
    while try !isOver(UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      _ = try skipValue()
    }
  }

  fileprivate mutating func skipObject(
    _ body: (Range<Int>, Range<Int>) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Range<Int> {
    skipSpace()
    let start = at
    guard next == UInt8(ascii: "{") else { throw expected("an object") }
    try enter()
    var isFirst = true
    while try !isOver(UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      skipSpace()
      let name = try skipString()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw expected("a colon") }
      try body(name, try skipValue())
    }
    return start..<at
  }

  /// Consumes a string, and returns the range of the string with its quotes.
  private mutating func skipString() throws(ArchiveError) -> Range<Int> {
    let start = at
    guard take(UInt8(ascii: "\"")) else { throw expected("a member's name in quotes") }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return start..<at
      case UInt8(ascii: "\\"):
        at += 1
        try skipEscape()
      case 0..<0x20: throw invalid("a control character in a string must be escaped")
      default: at += 1
      }
    }
    throw invalid("the text ends inside a string")
  }

  private mutating func skipEscape() throws(ArchiveError) {
    if take(UInt8(ascii: "u")) {
      for _ in 0..<4 {
        guard let next, hexDigit(next) != nil else { throw expected("a hexadecimal digit") }
        at += 1
      }
      return
    }
    guard let next, "\"\\/bfnrt".utf8.contains(next) else { throw expected("one of \"\\/bfnrtu") }
    at += 1
  }
}
