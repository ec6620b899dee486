internal import Foundation
internal import LodeCoding

/// A reader of XML property lists: UTF-8 texts with predefined entities and character references.
///
/// Source of the elements: Apple's document type definition PropertyList-1.0.dtd.
struct XMLPropertyList {
  private var scanner: XMLScanner
  /// The number of arrays and dictionaries around the current value.
  private var depth = 0

  /// Reads the value of a whole file, with or without the element `plist`.
  ///
  /// - Throws: ``ExchangeError`` with `invalidBytes` if the file is malformed or nested more than
  ///   256 levels deep.
  static func value(of bytes: [UInt8]) throws(ExchangeError) -> ArchiveValue {
    var list = XMLPropertyList(scanner: try XMLScanner(bytes))
    let tag = try list.scanner.tag()
    let isWrapped = tag.name == "plist"
    if isWrapped, tag.kind != .start { throw list.scanner.invalid("the file has no value") }
    let value = try list.value(isWrapped ? try list.scanner.tag() : tag)
    if isWrapped { try list.end(of: "plist") }
    try list.scanner.end()
    return value
  }

  /// Reads the end tag of an element.
  private mutating func end(of name: String) throws(ExchangeError) {
    let tag = try scanner.tag()
    guard tag.kind == .end, tag.name == name else {
      throw scanner.invalid("the end of <\(name)> is expected")
    }
  }

  private mutating func value(_ tag: XMLScanner.Tag) throws(ExchangeError) -> ArchiveValue {
    guard tag.kind != .end else { throw scanner.invalid("a value is expected") }
    switch tag.name {
    case "true", "false":
      if tag.kind == .start { try end(of: tag.name) }
      return .bool(tag.name == "true")
    case "array": return .array(tag.kind == .empty ? [] : try array())
    case "dict": return .dictionary(tag.kind == .empty ? [:] : try dictionary())
    case "string", "integer", "real", "date", "data":
      let text = try content(of: tag)
      guard let value = scalar(tag.name, text) else {
        throw scanner.invalid("the content is not a valid <\(tag.name)>")
      }
      return value
    default: throw scanner.invalid("<\(tag.name)> is not a value of a property list")
    }
  }

  private mutating func content(of tag: XMLScanner.Tag) throws(ExchangeError) -> String {
    if tag.kind == .empty { return "" }
    let text = try scanner.text()
    try end(of: tag.name)
    return text
  }

  /// Converts the text of an element; returns `nil` if the text is not a value of the element.
  private func scalar(_ name: String, _ text: String) -> ArchiveValue? {
    if name == "string" { return .string(text) }
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "integer": return Self.integer(word)
    case "real": return Self.real(word).map { .double($0) }
    case "date":
      return DateText.parse(word).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    default:
      let digits = String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
      return Data(base64Encoded: digits).map { .data($0) }
    }
  }

  /// Parses a decimal number, or a hexadecimal number with the prefix `0x`.
  private static func integer(_ word: String) -> ArchiveValue? {
    let isNegative = word.hasPrefix("-")
    let digits = word.hasPrefix("-") || word.hasPrefix("+") ? word.dropFirst() : word[...]
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let number = isHexadecimal ? digits.dropFirst(2) : digits
    guard let first = number.utf8.first, first > 0x2F else { return nil }
    let text = (isNegative ? "-" : "") + number
    if let value = Int64(text, radix: isHexadecimal ? 16 : 10) { return .int(value) }
    return UInt64(text, radix: isHexadecimal ? 16 : 10).map { .uint($0) }
  }

  private static func real(_ word: String) -> Double? {
    switch word.lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return Double(word).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  private mutating func enter() throws(ExchangeError) {
    depth += 1
    guard depth <= PropertyListReading.depthLimit else {
      throw scanner.invalid(
        "the values are nested more than \(PropertyListReading.depthLimit) levels deep")
    }
  }

  private mutating func array() throws(ExchangeError) -> [ArchiveValue] {
    try enter()
    var values: [ArchiveValue] = []
    while true {
      let tag = try scanner.tag()
      if tag.kind == .end, tag.name == "array" { break }
      values.append(try value(tag))
    }
    depth -= 1
    return values
  }

  private mutating func dictionary() throws(ExchangeError) -> [ArchiveValue: ArchiveValue] {
    try enter()
    var entries: [ArchiveValue: ArchiveValue] = [:]
    while true {
      let tag = try scanner.tag()
      if tag.kind == .end, tag.name == "dict" { break }
      guard tag.kind != .end, tag.name == "key" else {
        throw scanner.invalid("a <key> is expected")
      }
      let key = ArchiveValue.string(try content(of: tag))
      guard entries.updateValue(try value(try scanner.tag()), forKey: key) == nil else {
        throw scanner.invalid("two keys of a dictionary are equal")
      }
    }
    depth -= 1
    return entries
  }
}
