/// A JSON parser that refuses duplicate member names.
///
/// Source of the grammar: RFC 8259, "The JavaScript Object Notation (JSON) Data Interchange
/// Format". The parser creates archive values directly. Only an object with a member name that
/// begins with `$` needs nodes, and so does the report of an error.
struct JSONParser: ~Escapable {
  /// The text, which is UTF-8.
  private let text: Span<UInt8>
  /// The offset of the next byte.
  var at = 0
  /// The number of arrays and objects around the next byte.
  var depth = 0
  /// The number of values so far.
  private var count = 0
  var depthLimit: Int
  private let countLimit: Int

  /// Parses a text into nodes.
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
    return try text.withUTF8Span { (bytes) throws(ArchiveError) in
      var parser = JSONParser(bytes, limits)
      let node = try parser.node()
      try parser.finish()
      return node
    }
  }

  /// Returns the value of a text in UTF-8, or `nil` if the text has an error.
  static func value(_ bytes: Span<UInt8>, _ limits: ArchiveLimits) -> ArchiveValue? {
    guard bytes.count <= limits.size else { return nil }
    var parser = JSONParser(bytes, limits)
    do throws(ArchiveError) {
      let value = try parser.value()
      try parser.finish()
      return value
    } catch {
      return nil
    }
  }

  /// Returns the members of an object in UTF-8 by name.
  ///
  /// Returns `nil` if the text has an error, is another value, or has a name that begins with `$`.
  static func members(_ bytes: Span<UInt8>) -> [String: ArchiveValue]? {
    var parser = JSONParser(bytes, ArchiveLimits())
    var members: [String: ArchiveValue] = [:]
    members.reserveCapacity(24)
    parser.skipSpace()
    guard parser.next == UInt8(ascii: "{") else { return nil }
    do throws(ArchiveError) {
      try parser.enter()
      while let (name, _) = try parser.name(isFirst: members.isEmpty) {
        guard !name.isTag, members.updateValue(try parser.value(), forKey: name) == nil else {
          return nil
        }
      }
      try parser.finish()
      return members
    } catch {
      return nil
    }
  }

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ limits: ArchiveLimits) {
    self.text = text
    // One level of an archive takes up to three levels of JSON.
    depthLimit = limits.depth > Int.max / 4 ? .max : limits.depth * 3 + 8
    countLimit = limits.count
  }

  mutating func finish() throws(ArchiveError) {
    skipSpace()
    guard at == text.count else { throw expected("the end of the text") }
  }

  func expected(_ what: String) -> ArchiveError { invalid("\(what) is expected") }

  func invalid(_ message: String) -> ArchiveError { ArchiveError(.invalidJSON, at: at, message) }

  var next: UInt8? { at < text.count ? text[at] : nil }

  mutating func skipSpace() {
    while at < text.count {
      switch text[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let start = at
    for byte in word.description.utf8 where !take(byte) {
      at = start
      return false
    }
    return true
  }

  // Values.

  /// Counts the next value, and returns its first byte.
  private mutating func begin() throws(ArchiveError) -> UInt8 {
    skipSpace()
    count += 1
    guard count <= countLimit else {
      throw ArchiveError(.tooLarge, at: at, "the text has more than \(countLimit) values")
    }
    guard let next else { throw expected("a value") }
    return next
  }

  private mutating func node() throws(ArchiveError) -> JSONNode {
    let first = try begin()
    let start = at
    switch first {
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
    case UInt8(ascii: "["):
      try enter()
      var elements: [JSONNode] = []
      while try !isOver(UInt8(ascii: "]"), isFirst: elements.isEmpty) {
        elements.append(try node())
      }
      return JSONNode(.array(elements), at: start)
    case UInt8(ascii: "{"): return JSONNode(.object(try members()), at: start)
    case UInt8(ascii: "-"), 0x30...0x39: return JSONNode(.number(try number()), at: start)
    default:
      if take("null") { return JSONNode(.null, at: start) }
      if take("true") { return JSONNode(.bool(true), at: start) }
      if take("false") { return JSONNode(.bool(false), at: start) }
      throw expected("a value")
    }
  }

  private mutating func members() throws(ArchiveError) -> [(name: String, value: JSONNode)] {
    try enter()
    var members: [(name: String, value: JSONNode)] = []
    var names: Set<[UInt8]> = []
    while let (name, place) = try name(isFirst: members.isEmpty) {
      guard names.insert(Array(name.utf8)).inserted else {
        throw ArchiveError(
          .invalidJSON, at: place, "the object has two members \(quoted(name))")
      }
      members.append((name, try node()))
    }
    return members
  }

  mutating func value() throws(ArchiveError) -> ArchiveValue {
    switch try begin() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["):
      try enter()
      var values: [ArchiveValue] = []
      while try !isOver(UInt8(ascii: "]"), isFirst: values.isEmpty) { values.append(try value()) }
      return .array(values)
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "-"), 0x30...0x39:
      let start = at
      if let number = smallInteger() { return .int(number) }
      at = start
      return try JSONNode(.number(try number()), at: start).archiveValue()
    case UInt8(ascii: "t") where take("true"): return .bool(true)
    case UInt8(ascii: "f") where take("false"): return .bool(false)
    case UInt8(ascii: "n") where take("null"): return .null
    default: throw expected("a value")
    }
  }

  /// Parses an object as a dictionary, unless the name of a member begins with `$`.
  private mutating func object() throws(ArchiveError) -> ArchiveValue {
    let outer = (at, depth, count)
    try enter()
    var entries: [ArchiveValue: ArchiveValue] = [:]
    while let (name, _) = try name(isFirst: entries.isEmpty) {
      if name.isTag {
        (at, depth, count) = (outer.0, outer.1, outer.2 - 1)
        return try node().archiveValue()
      }
      guard entries.updateValue(try value(), forKey: .string(name)) == nil else {
        throw expected("a new name")
      }
    }
    return .dictionary(entries)
  }

  /// Begins an array or an object.
  mutating func enter() throws(ArchiveError) {
    depth += 1
    at += 1
    guard depth <= depthLimit else {
      throw ArchiveError(.tooDeep, at: at, "the text is nested more than \(depthLimit) levels deep")
    }
  }

  /// Returns whether the array or object ends here; consumes the end or the comma.
  mutating func isOver(_ end: UInt8, isFirst: Bool) throws(ArchiveError) -> Bool {
    skipSpace()
    if take(end) {
      depth -= 1
      return true
    }
    guard isFirst || take(UInt8(ascii: ",")) else {
      throw expected("a comma or \(Unicode.Scalar(end))")
    }
    return false
  }

  /// Consumes the name of the next member and the colon; returns `nil` at the end of the object.
  private mutating func name(
    isFirst: Bool
  ) throws(ArchiveError) -> (name: String, place: Int)? {
    if try isOver(UInt8(ascii: "}"), isFirst: isFirst) { return nil }
    skipSpace()
    let place = at
    let name = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw expected("a colon") }
    return (name, place)
  }

  // Numbers.

  /// Consumes an integer of up to 18 digits; returns `nil` for other numbers.
  private mutating func smallInteger() -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    let first = at
    var magnitude: Int64 = 0
    while let byte = next, 0x30...0x39 ~= byte {
      magnitude = magnitude &* 10 &+ Int64(byte - 0x30)
      at += 1
    }
    guard 1...18 ~= at - first, at - first == 1 || text[first] != 0x30 else { return nil }
    if let next, next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { return nil }
    return isNegative ? -magnitude : magnitude
  }

  private mutating func number() throws(ArchiveError) -> String {
    let start = at
    try skipNumber()
    return content(start..<at)
  }

  mutating func skipNumber() throws(ArchiveError) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if let next, next | 0x20 == UInt8(ascii: "e") {
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
  }

  private mutating func digits() throws(ArchiveError) {
    let start = at
    while let next, 0x30...0x39 ~= next { at += 1 }
    guard at > start else { throw expected("a digit") }
  }

  // Texts.

  private func content(_ range: Range<Int>) -> String {
    String(validUTF8: text.extracting(range)) ?? ""
  }

  mutating func string() throws(ArchiveError) -> String {
    guard take(UInt8(ascii: "\"")) else { throw expected("a string in double quotes") }
    let start = at
    while let next {
      switch next {
      case UInt8(ascii: "\""):
        at += 1
        return content(start..<at - 1)
      case UInt8(ascii: "\\"): return try escaped(from: start)
      case 0..<0x20: throw expected("an escape for a control character")
      default: at += 1
      }
    }
    throw expected("the end of a string")
  }

  /// Parses the rest of a string that began at `start` and contains escapes.
  private mutating func escaped(from start: Int) throws(ArchiveError) -> String {
    var content = text.extracting(start..<at).copied()
    while let next {
      switch next {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        at += 1
        content += Array(String(try escape()).utf8)
      case 0..<0x20: throw expected("an escape for a control character")
      default:
        content.append(next)
        at += 1
      }
    }
    throw expected("the end of a string")
  }

  /// Parses the characters after a backslash.
  private mutating func escape() throws(ArchiveError) -> Unicode.Scalar {
    let plain: Unicode.Scalar? =
      switch next {
      case UInt8(ascii: "\""): "\""
      case UInt8(ascii: "\\"): "\\"
      case UInt8(ascii: "/"): "/"
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let plain {
      at += 1
      return plain
    }
    guard take(UInt8(ascii: "u")) else { throw expected("an escape") }
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
    var value: UInt32 = 0
    for place in at..<at + 4 {
      guard place < text.count, let digit = hexDigit(text[place]) else {
        throw expected("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    at += 4
    return value
  }
}

extension String {
  /// Whether the text begins with `$`.
  fileprivate var isTag: Bool { utf8.first == UInt8(ascii: "$") }
}
