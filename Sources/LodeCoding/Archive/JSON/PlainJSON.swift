/// A parser that decodes common JSON directly into values.
///
/// The parser fails on anything unusual: names that begin with `$`, duplicate names, deep nesting,
/// rare escapes, large integers, syntax errors. The caller then uses `JSONParser`, which is slower
/// and decodes every text or reports the error. `PlainJSON` does not check the limits of a program.
struct PlainJSON: ~Escapable {
  private let bytes: Span<UInt8>
  /// The offset of the next byte.
  private var at = 0
  /// The number of arrays and objects around the next byte.
  private var depth = 0

  private static let depthLimit = 64

  /// Returns the value of a text, or `nil` if `JSONParser` must decode the text.
  static func value(_ bytes: Span<UInt8>) -> ArchiveValue? {
    guard bytes.isUTF8 else { return nil }
    var json = PlainJSON(bytes)
    guard let value = json.value() else { return nil }
    json.skipSpace()
    if json.at < bytes.count { return nil }
    return value
  }

  /// Returns the members of an object by name, or `nil` if `JSONParser` must decode the text.
  static func members(_ bytes: Span<UInt8>) -> [String: ArchiveValue]? {
    guard bytes.isUTF8 else { return nil }
    var json = PlainJSON(bytes)
    json.skipSpace()
    var members: [String: ArchiveValue] = [:]
    members.reserveCapacity(24)
    guard json.next == UInt8(ascii: "{"),
      json.object({ name, value in members.updateValue(value, forKey: name) == nil })
    else { return nil }
    json.skipSpace()
    return json.at == bytes.count ? members : nil
  }

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  // This function is separate, because `nil` beside an `ArchiveValue` in one expression means the
  // null value.
  /// Consumes `word` and returns `value`, or returns `nil` if other bytes follow.
  private mutating func word(_ word: StaticString, _ value: ArchiveValue) -> ArchiveValue? {
    for byte in word.description.utf8 where !take(byte) { return nil }
    return value
  }

  private mutating func value() -> ArchiveValue? {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "{"):
      var entries: [ArchiveValue: ArchiveValue] = [:]
      let isRead = object { entries.updateValue($1, forKey: .string($0)) == nil }
      if isRead { return .dictionary(entries) }
      return nil
    case UInt8(ascii: "["): return array().map { .array($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    case UInt8(ascii: "-"), .some(0x30...0x39): return number()
    default: return nil
    }
  }

  private mutating func array() -> [ArchiveValue]? {
    at += 1
    depth += 1
    guard depth < Self.depthLimit else { return nil }
    defer { depth -= 1 }
    var values: [ArchiveValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return values }
    while let value = value() {
      values.append(value)
      skipSpace()
      if take(UInt8(ascii: "]")) { return values }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
    return nil
  }

  /// Decodes an object and passes each member to `body`, which returns whether the name is new.
  ///
  /// Returns `false` if the parser fails.
  private mutating func object(_ body: (String, ArchiveValue) -> Bool) -> Bool {
    at += 1
    depth += 1
    guard depth < Self.depthLimit else { return false }
    defer { depth -= 1 }
    skipSpace()
    if take(UInt8(ascii: "}")) { return true }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string(), !name.utf8.starts(with: "$".utf8)
      else { return false }
      skipSpace()
      guard take(UInt8(ascii: ":")), let value = value(), body(name, value) else { return false }
      skipSpace()
      if take(UInt8(ascii: "}")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func string() -> String? {
    at += 1
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        return text(start..<at - 1)
      }
      if byte == UInt8(ascii: "\\") { return escaped(from: start) }
      if byte < 0x20 { return nil }
      at += 1
    }
    return nil
  }

  /// Returns the text of a range, or `nil` if the bytes are not UTF-8.
  private func text(_ range: Range<Int>) -> String? { String(validUTF8: bytes.extracting(range)) }

  /// Decodes a text with escapes, or returns `nil` if an escape is rare.
  private mutating func escaped(from start: Int) -> String? {
    var content: [UInt8] = []
    for index in start..<at { content.append(bytes[index]) }
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escape = next else { return nil }
        at += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(escape)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        default: return nil
        }
      case 0..<0x20: return nil
      default: content.append(byte)
      }
    }
    return nil
  }

  /// Decodes an integer of up to 18 digits, or a number with a fraction or an exponent.
  private mutating func number() -> ArchiveValue? {
    let start = at
    let isNegative = take(UInt8(ascii: "-"))
    let first = at
    var magnitude: Int64 = 0
    while let byte = next, 0x30...0x39 ~= byte {
      magnitude = magnitude &* 10 &+ Int64(byte - 0x30)
      at += 1
    }
    let digits = at - first
    if digits == 0 || (digits > 1 && bytes[first] == 0x30) { return nil }
    guard let byte = next, byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") else {
      if digits > 18 { return nil }
      return .int(isNegative ? -magnitude : magnitude)
    }
    return fraction(from: start)
  }

  /// Decodes a number that begins at `start` and continues with a fraction or an exponent.
  private mutating func fraction(from start: Int) -> ArchiveValue? {
    if take(UInt8(ascii: ".")), !digits() { return nil }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if !digits() { return nil }
    }
    guard let value = text(start..<at).flatMap(Double.init), value.isFinite else { return nil }
    return .double(value)
  }

  /// Consumes digits, and returns `false` if no digit comes next.
  private mutating func digits() -> Bool {
    let start = at
    while let byte = next, 0x30...0x39 ~= byte { at += 1 }
    return at > start
  }
}
