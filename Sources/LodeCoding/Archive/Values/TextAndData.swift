#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Values whose bytes extend to the end of the payload, so the bytes need no length. A payload is
// the bytes of a value without its type.

extension String: ArchivableValue {
  /// The type of texts, which are UTF-8.
  @inlinable public static var archiveType: ArchiveType { .string }
  /// Zero, because texts vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the UTF-8.
  ///
  /// - Throws: Nothing.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    withUTF8Span { writer.append(copying: $0) }
  }

  /// Decodes the UTF-8.
  ///
  /// - Throws: ``ArchiveError`` with `invalidUTF8` if the bytes are not UTF-8.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> String {
    try reader.cursor.takeString()
  }
}

extension Substring: ArchivableValue {
  /// The type of texts, which are UTF-8.
  @inlinable public static var archiveType: ArchiveType { .string }
  /// Zero, because texts vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the UTF-8.
  ///
  /// - Throws: Nothing.
  public func archive(into writer: inout ArchiveWriter) throws {
    try String(self).archive(into: &writer)
  }

  /// Decodes the UTF-8.
  ///
  /// - Throws: ``ArchiveError`` with `invalidUTF8` if the bytes are not UTF-8.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Substring {
    Substring(try String.unarchive(from: &reader))
  }
}

extension Character: ArchivableValue {
  /// The type of texts, which are UTF-8.
  @inlinable public static var archiveType: ArchiveType { .string }
  /// Zero, because texts vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the UTF-8.
  ///
  /// - Throws: Nothing.
  public func archive(into writer: inout ArchiveWriter) throws {
    try String(self).archive(into: &writer)
  }

  /// Decodes the UTF-8.
  ///
  /// - Throws: ``ArchiveError`` with `invalidUTF8` if the bytes are not UTF-8, or `invalidValue` if
  ///   the text is not one character.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Character {
    let text = try String.unarchive(from: &reader)
    guard let first = text.first, text.count == 1 else {
      throw reader.cursor.invalidValue("\(text.debugDescription) is not one character")
    }
    return first
  }
}

extension Data: ArchivableValue {
  /// The type of byte strings.
  @inlinable public static var archiveType: ArchiveType { .data }
  /// Zero, because byte strings vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the bytes.
  ///
  /// - Throws: Nothing.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(copying: span) }

  /// Decodes the bytes.
  ///
  /// - Throws: Nothing.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Data {
    reader.cursor.takeData()
  }
}

extension URL: ArchivableValue {
  /// The type of texts, which are UTF-8.
  @inlinable public static var archiveType: ArchiveType { .string }
  /// Zero, because texts vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the absolute string; a relative URL is resolved against its base URL.
  ///
  /// - Throws: Nothing.
  public func archive(into writer: inout ArchiveWriter) throws {
    try absoluteString.archive(into: &writer)
  }

  /// Decodes the absolute string.
  ///
  /// - Throws: ``ArchiveError`` with `invalidUTF8` if the bytes are not UTF-8, or `invalidValue` if
  ///   the text is not a URL.
  public static func unarchive(from reader: inout ArchiveReader) throws -> URL {
    let text = try String.unarchive(from: &reader)
    guard let url = URL(string: text) else {
      throw reader.cursor.invalidValue("\(text.debugDescription) is not a URL")
    }
    return url
  }
}

extension Decimal: ArchivableValue {
  /// The type of decimals, which are digits and an exponent as text.
  @inlinable public static var archiveType: ArchiveType { .decimal }
  /// Zero, because decimals vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the sign, the significand, and the exponent as text.
  ///
  /// - Throws: Nothing.
  public func archive(into writer: inout ArchiveWriter) throws {
    try archiveText.archive(into: &writer)
  }

  /// Decodes the sign, the significand, and the exponent.
  ///
  /// - Throws: ``ArchiveError`` with `invalidUTF8` if the bytes are not UTF-8, or `invalidValue` if
  ///   the text is not a decimal in the form that Lode encodes.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Decimal {
    try reader.cursor.takeDecimal()
  }

  /// The archived text, such as `-314e-2`: the significand without trailing zeros, and the
  /// exponent.
  var archiveText: String {
    if isNaN { return "nan" }
    let sign = isSignMinus ? "-" : ""
    return "\(sign)\(significand)\(exponent == 0 ? "" : "e\(exponent)")"
  }

  /// Parses an archived text, or returns `nil` for a text that Lode does not encode.
  init?(archiveText text: String) {
    if text == "nan" {
      self = .nan
      return
    }
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    guard parts.count <= 2, let digits = parts.first else { return nil }
    let isNegative = digits.first == "-"
    let magnitude = isNegative ? digits.dropFirst() : digits
    guard (1...39).contains(magnitude.utf8.count),
      magnitude.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let significand = Decimal(string: String(magnitude)),
      let exponent = parts.count == 1 ? 0 : Int(parts[1]), (-128...127).contains(exponent)
    else { return nil }
    self.init(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    guard archiveText == text else { return nil }
  }
}

extension ByteCursor {
  /// Reads the rest of the payload.
  mutating func takeData() -> Data {
    let data = Data(copying: payload)
    position = end
    return data
  }

  /// Reads the rest of the payload as a decimal.
  mutating func takeDecimal() throws -> Decimal {
    let text = try takeString()
    guard let value = Decimal(archiveText: text) else {
      throw invalidValue("\(text.debugDescription) is not a decimal number")
    }
    return value
  }
}
