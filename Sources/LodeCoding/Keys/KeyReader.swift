/// A decoder that reads the elements of a key one after the other; invalid bytes throw and never
/// trap.
///
/// ```swift
/// func city(of bytes: Span<UInt8>) throws(KeyError) -> String {
///   var reader = KeyReader(bytes)
///   return try reader.read(String.self)
/// }
/// ```
///
/// A reader borrows the key's bytes and cannot outlive these bytes. After an error, the reader's
/// offset is unspecified, so read no further.
public struct KeyReader: ~Escapable {
  let bytes: Span<UInt8>
  /// The offset of the next element, in bytes from the start of the key.
  public internal(set) var offset = 0
  /// `FF` inside a descending element, whose bytes are complemented, otherwise `00`.
  private(set) var mask: UInt8 = 0
  private var depth = 0

  /// Creates a reader at the first element of `bytes`.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// Whether every element has been read.
  public var isAtEnd: Bool { offset >= bytes.count }

  /// Decodes one element.
  ///
  /// - Throws: `KeyError` with one of these codes, or with a code that a custom type throws:
  ///   - `typeMismatch` for another type, or `outOfRange` if the value does not fit the type.
  ///   - `truncated` if no element follows, or if the bytes end inside the element.
  ///   - `notCanonical`, `invalidUTF8`, or `unknownType` if the bytes are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  ///   - `trailingElements` if a nested tuple has more elements than a ``CompoundKey`` reads.
  @inlinable
  public mutating func read<E: KeyElement>(_ type: E.Type) throws(KeyError) -> E {
    try E.decodeKeyElement(from: &self)
  }

  /// Checks that every element has been read.
  ///
  /// - Throws: `KeyError` with `trailingElements` if bytes remain.
  public func finish() throws(KeyError) {
    guard isAtEnd else {
      throw KeyError(.trailingElements, at: offset, "the key has more elements than requested")
    }
  }

  /// Returns the type code at the offset without advancing.
  func peek() throws(KeyError) -> UInt8 {
    guard offset < bytes.count else {
      throw KeyError(.truncated, at: offset, "the bytes end where an element is expected")
    }
    return bytes[offset] ^ mask
  }

  mutating func byte() throws(KeyError) -> UInt8 {
    let byte = try peek()
    offset += 1
    return byte
  }

  /// Advances past the type code `code`; another code is a type mismatch.
  mutating func expect(_ code: UInt8) throws(KeyError) {
    let found = try peek()
    guard found == code else { throw mismatch(KeyCode.name(code), found) }
    offset += 1
  }

  func mismatch(_ wanted: String, _ found: UInt8) -> KeyError {
    KeyError(.typeMismatch, at: offset, "\(wanted) is expected, not \(KeyCode.name(found))")
  }

  /// Reads the next `count` (0 to 8) bytes as a big-endian integer.
  mutating func bigEndian(_ count: Int) throws(KeyError) -> UInt64 {
    guard count <= bytes.count - offset else {
      throw KeyError(.truncated, at: bytes.count, "the bytes end inside a number")
    }
    var value: UInt64 = 0
    for _ in 0..<count {
      value = value << 8 | UInt64(bytes[offset] ^ mask)
      offset += 1
    }
    return value
  }

  /// Reads and unescapes the content of a string or byte string, and advances past the end byte.
  mutating func escaped() throws(KeyError) -> [UInt8] {
    let content = try escapedRange()
    let raw = bytes.extracting(content.range)
    if mask == 0 && !content.hasZero { return raw.copied() }
    var result: [UInt8] = []
    result.reserveCapacity(raw.count)
    var at = 0
    while at < raw.count {
      let byte = raw[at] ^ mask
      result.append(byte)
      at += byte == 0 ? 2 : 1
    }
    return result
  }

  /// Reads a string's content and validates the UTF-8.
  mutating func string() throws(KeyError) -> String {
    let start = offset
    var ahead = self
    let content = try ahead.escapedRange()
    if mask == 0 && !content.hasZero {
      offset = ahead.offset
      return try Self.text(bytes.extracting(content.range), at: start)
    }
    let plain = try escaped()
    return try Self.text(plain.span, at: start)
  }

  private static func text(_ bytes: Span<UInt8>, at offset: Int) throws(KeyError) -> String {
    guard let text = String(validUTF8: bytes) else { throw notUTF8(at: offset) }
    return text
  }

  static func notUTF8(at offset: Int) -> KeyError {
    KeyError(.invalidUTF8, at: offset, "the bytes of a string are not UTF-8")
  }

  /// Finds the end of a string's content and advances past the end byte.
  mutating func escapedRange() throws(KeyError) -> (range: Range<Int>, hasZero: Bool) {
    let start = offset
    var at = start
    var hasZero = false
    while let zero = bytes.firstIndex(of: mask, from: at) {
      guard zero + 1 < bytes.count, bytes[zero + 1] ^ mask == 0xFF else {
        offset = zero + 1
        return (start..<zero, hasZero)
      }
      hasZero = true
      at = zero + 2
    }
    throw KeyError(.truncated, at: bytes.count, "the bytes end inside a string")
  }

  /// Runs `body` for each element of a nested tuple, whose code has been read.
  mutating func tuple(
    _ body: (inout KeyReader) throws(KeyError) -> Void
  ) throws(KeyError) {
    try descend()
    while try peek() != KeyCode.end { try body(&self) }
    offset += 1
    depth -= 1
  }

  /// Decodes a nested tuple, whose code has been read, and requires that `body` reads all elements.
  mutating func nested<E>(
    _ body: (inout KeyReader) throws(KeyError) -> E
  ) throws(KeyError) -> E {
    try descend()
    let elements = try body(&self)
    let end = offset
    guard try byte() == KeyCode.end else {
      throw KeyError(.trailingElements, at: end, "a tuple has more elements than requested")
    }
    depth -= 1
    return elements
  }

  /// Decodes the content of a descending element, whose code has been read.
  mutating func descending<E>(
    _ body: (inout KeyReader) throws(KeyError) -> E
  ) throws(KeyError) -> E {
    try descend()
    mask = ~mask
    let element = try body(&self)
    guard try byte() == KeyCode.end else {
      throw KeyError(.notCanonical, at: offset - 1, "a descending element does not end")
    }
    mask = ~mask
    depth -= 1
    return element
  }

  /// Enters a tuple or a descending element.
  private mutating func descend() throws(KeyError) {
    guard depth < KeyCode.depthLimit else {
      throw KeyError(
        .tooDeep, at: offset, "the key is nested more than \(KeyCode.depthLimit) levels deep")
    }
    depth += 1
  }
}
