internal import Foundation
internal import LodeCoding

/// The format of a property list.
public enum PropertyListFormat: Sendable, Hashable {
  /// XML, which is readable but cannot represent every value.
  ///
  /// An export fails with ``ExchangeError/Code/unsupportedValue`` for these values:
  ///
  /// - A date with a fraction of a second, or outside the years 1 to 9999.
  /// - Negative zero, and NaN.
  /// - A text with U+FFFE, U+FFFF, or a character below U+0020 other than tab and line feed.
  case xml
  /// Binary, which is smaller than XML and represents more values exactly.
  case binary
}

/// A converter of values to the objects that Foundation writes as a property list.
struct PropertyListWriting {
  let format: PropertyListFormat
  /// The name of the document in errors.
  let document: String

  /// Converts the fields of a document, without null fields.
  ///
  /// - Throws: ``ExchangeError`` with `unsupportedValue` if the format cannot represent a value.
  func dictionary(_ fields: [String: ArchiveValue]) throws(ExchangeError) -> [String: Any] {
    var dictionary: [String: Any] = [:]
    for (name, value) in fields {
      if case .null = value { continue }
      dictionary[try text(name, name)] = try object(value, name)
    }
    return dictionary
  }

  private func unsupported(_ what: String, _ path: String) -> ExchangeError {
    ExchangeError(
      .unsupportedValue, at: "\(document), field \(path)", "property lists have no \(what)")
  }

  private func object(_ value: ArchiveValue, _ path: String) throws(ExchangeError) -> Any {
    switch value {
    case .bool(let value): return value
    case .int(let value): return value
    case .uint(let value):
      guard let value = Int64(exactly: value) else {
        throw unsupported("integer beyond \(Int64.max)", path)
      }
      return value
    case .float(let value): return try number(Double(value), path)
    case .double(let value): return try number(value, path)
    case .string(let value): return try text(value, path)
    case .data(let value): return value
    case .date(let value): return try date(value, path)
    case .array(let values): return try array(values, path)
    case .dictionary(let entries): return try dictionary(entries, path)
    case .null: throw unsupported("null inside a field", path)
    case .uuid: throw unsupported("UUID", path)
    case .decimal: throw unsupported("decimal", path)
    case .set: throw unsupported("set", path)
    case .object, .reference, .typed:
      if let blob = value.blob { return blob.data }
      throw unsupported("typed object", path)
    }
  }

  private func array(_ values: [ArchiveValue], _ path: String) throws(ExchangeError) -> [Any] {
    try values.enumerated().map { index, value throws(ExchangeError) in
      try object(value, "\(path)[\(index)]")
    }
  }

  private func dictionary(
    _ entries: [ArchiveValue: ArchiveValue], _ path: String
  ) throws(ExchangeError) -> [String: Any] {
    var dictionary: [String: Any] = [:]
    for (key, value) in entries {
      guard case .string(let name) = key else {
        throw unsupported("keys that are not texts", path)
      }
      let inner = "\(path).\(name)"
      dictionary[try text(name, inner)] = try object(value, inner)
    }
    guard dictionary.count == entries.count else {
      throw unsupported("two keys with the same text", path)
    }
    return dictionary
  }

  /// Returns the number unchanged, and throws if the format cannot represent the number exactly.
  ///
  /// XML loses the sign of zero and every NaN. Both formats lose the payload bits of a NaN.
  private func number(_ value: Double, _ path: String) throws(ExchangeError) -> Double {
    let isExact = value.isFinite && !(value == 0 && value.sign == .minus)
    guard format == .binary || isExact || value.isInfinite else {
      throw unsupported("number \(value) in XML", path)
    }
    guard !value.isNaN || value.bitPattern == Double.nan.bitPattern else {
      throw unsupported("NaN with payload bits", path)
    }
    return value
  }

  private func date(_ date: Date, _ path: String) throws(ExchangeError) -> Date {
    let seconds = date.timeIntervalSinceReferenceDate
    let isWhole = seconds.rounded() == seconds && DateText.format(seconds) != nil
    guard isWhole || format == .binary else {
      throw unsupported(
        "date with a fraction of a second, or outside the years 1 to 9999, in XML", path)
    }
    return date
  }

  private func text(_ text: String, _ path: String) throws(ExchangeError) -> String {
    if format == .binary { return text }
    let isClean = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 || $0.value == 0x09 || $0.value == 0x0A
    }
    guard isClean, !text.unicodeScalars.contains(where: { $0.value | 1 == 0xFFFF }) else {
      throw unsupported("text with control characters in XML", path)
    }
    return text
  }
}
