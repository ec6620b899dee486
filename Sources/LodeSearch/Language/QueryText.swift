/// The UTF-8 bytes of a query.
///
/// All offsets and ranges count bytes from the start of the query.
struct QueryText {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var end: Int { bytes.count }

  subscript(offset: Int) -> UInt8 { bytes[offset] }

  func has(_ byte: UInt8, at offset: Int) -> Bool { offset < end && bytes[offset] == byte }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the length in bytes of the white-space character at an offset.
  ///
  /// Returns 0 for another character and at the end.
  func spaceLength(at offset: Int) -> Int {
    guard offset < end else { return 0 }
    let byte = bytes[offset]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    switch (
      byte, offset + 1 < end ? bytes[offset + 1] : 0, offset + 2 < end ? bytes[offset + 2] : 0
    ) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  /// Returns the offset of the first character from `offset` on that is not white space, or the
  /// end.
  func skippingSpace(from offset: Int) -> Int {
    var offset = offset
    while case let length = spaceLength(at: offset), length > 0 { offset += length }
    return offset
  }

  /// Returns the offset after the digits at `offset`.
  func endOfDigits(from offset: Int) -> Int {
    bytes[offset...].firstIndex { !Self.isDigit($0) } ?? end
  }

  /// Returns the offset of the first white space or given byte from `offset` on, or the end.
  func endOfRun(from offset: Int, stoppingAt stops: [UInt8]) -> Int {
    (offset..<end).first { spaceLength(at: $0) > 0 || stops.contains(bytes[$0]) } ?? end
  }
}

extension QueryText {
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns whether a byte can be part of a column name outside braces.
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2E, 0x80...0xFF: true
    default: false
    }
  }

  /// Returns whether a byte is an ASCII letter or digit.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte < 0x80 && isNameByte(byte) && byte != 0x5F && byte != 0x2E
  }

  /// Returns whether a scalar is a letter, a number, a mark, or for private use.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return isWordByte(UInt8(scalar.value)) }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .privateUse:
      true
    default: false
    }
  }

  /// Returns whether a text is a word that needs no quotes in a query.
  static func isPlainWord(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(isWord)
      && !["AND", "OR", "NOT", "NEAR"].contains(text)
  }
}
