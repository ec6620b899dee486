public import LodeCoding

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Operand {
  /// Returns all values as which a constant compares: the constant, and at most one value of each
  /// other family.
  ///
  /// The text "50" compares with numbers as 50, and the number 50 compares with texts as "50". A
  /// text in ISO 8601 (`2026-01-31T12:00:00Z` or `2026-01-31`) compares with times as a time.
  /// The text of a UUID compares with UUIDs as a UUID. The numbers 0 and 1 compare with truth
  /// values as false and true. So text from users matches fields of any type. A number compares
  /// with decimals by its shortest text: 9.99 is exactly 9.99.
  public static func readings(of value: ArchiveValue) -> [ArchiveValue] {
    let value = value.untyped
    let families: [ValueFamily] =
      switch value.family {
      case .text: [.number, .date, .uuid]
      case .number: [.text, .bool]
      default: []
      }
    return [value] + families.compactMap { value.reading(as: $0) }
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
    case (.string(let text), .uuid): UUID(uuidString: text).map(ArchiveValue.uuid)
    case (.int(let number), .text): .string("\(number)")
    case (.uint(let number), .text): .string("\(number)")
    case (.float(let number), .text): .string("\(number)")
    case (.double(let number), .text): .string("\(number)")
    case (.decimal(let number), .text): .string("\(number)")
    case (.int(let number), .bool): number == 0 || number == 1 ? .bool(number == 1) : nil
    default: nil
    }
  }

  /// Returns the value converted for comparison with another value: to its family, and to a decimal
  /// beside decimals.
  func reading(like other: ArchiveValue) -> ArchiveValue? {
    reading(as: other.family)?.number(beside: other.untyped)
  }

  private static func date(_ text: String) -> ArchiveValue? {
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    return DateText.parse(whole).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
  }
}
