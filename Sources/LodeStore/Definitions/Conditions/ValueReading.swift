internal import Foundation
public import LodeCoding

extension Operand {
  /// Returns a constant with its conversions to other families.
  ///
  /// A comparison converts a constant to the family of the other operand, so a text from a user
  /// matches fields of several types.
  ///
  /// | constant | also compares as |
  /// |---|---|
  /// | the text of a number, such as `"50"` | the number |
  /// | a text in ISO 8601, such as `"2026-01-31T12:00:00Z"` or `"2026-01-31"` | the time |
  /// | the text of a UUID | the UUID |
  /// | a number | the text of the number |
  /// | the integer 0 or 1 (`int`) | false or true |
  public static func readings(of value: ArchiveValue) -> [ArchiveValue] {
    let value = value.untyped
    var readings = [value]
    func append(_ family: ValueFamily) {
      if let reading = value.reading(as: family) { readings.append(reading) }
    }
    switch value.family {
    case .text:
      append(.number)
      append(.date)
      append(.uuid)
    case .number:
      append(.text)
      append(.bool)
    default: break
    }
    return readings
  }

  /// Returns whether a constant compares only with values of its own family, of which each has one
  /// entry in an index.
  static func hasOneReading(_ value: ArchiveValue) -> Bool {
    let value = value.untyped
    switch value.family {
    case .bool, .date, .uuid, .data: return true
    case .text:
      if case .string(let text) = value, let first = text.utf8.first, first | 0x20 > 0x66 {
        // Numbers, dates, and UUIDs begin with none of these letters.
        return true
      }
      return value.reading(as: .number) == nil && value.reading(as: .date) == nil
        && value.reading(as: .uuid) == nil
    default: return false
    }
  }
}

extension ArchiveValue {
  /// Returns the value converted to a family, or `nil` if no conversion exists.
  func reading(as family: ValueFamily) -> ArchiveValue? {
    switch (self, family) {
    case (.typed(_, let value), _): value.reading(as: family)
    case (_, self.family): self
    case (.string(let text), .number): ArchiveValue(digits: text)
    case (.string(let text), .date): Self.date(text)
    case (.string(let text), .uuid):
      // Foundation's parser is slow for other texts.
      text.utf8.count == 36 ? UUID(uuidString: text).map(ArchiveValue.uuid) : nil
    case (.int(let number), .text): .string("\(number)")
    case (.uint(let number), .text): .string("\(number)")
    case (.float(let number), .text): .string("\(number)")
    case (.double(let number), .text): .string("\(number)")
    case (.decimal(let number), .text): .string("\(number)")
    case (.int(let number), .bool): number == 0 || number == 1 ? .bool(number == 1) : nil
    default: nil
    }
  }

  /// Returns the value converted to the family of another value, or `nil` if no conversion exists.
  ///
  /// If `other` is a decimal, a `Double` or `Float` with a fraction becomes the decimal with the
  /// same shortest text: `9.99` becomes exactly 9.99. If `other` is a `Double` or `Float`, a
  /// decimal becomes the nearest `Double`.
  func reading(like other: ArchiveValue) -> ArchiveValue? {
    reading(as: other.family)?.number(beside: other.untyped)
  }

  private static func date(_ text: String) -> ArchiveValue? {
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    return DateText.parse(whole).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
  }
}
