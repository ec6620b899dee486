#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ArchiveValue {
  /// One value for all that are the same in the order of values, such as 1 and 1.0: with it sets
  /// and dictionaries find these.
  ///
  /// What has no order stays as it is.
  package var sameForEqual: ArchiveValue {
    switch self {
    case .typed(_, let value): value.sameForEqual
    case .uint(let value): Int64(exactly: value).map(ArchiveValue.int) ?? self
    case .float(let value): Self.same(Double(value))
    case .double(let value): Self.same(value)
    case .decimal(let value): Self.same(value)
    case .date(let value) where value.timeIntervalSinceReferenceDate.isNaN:
      .date(Date(timeIntervalSinceReferenceDate: .nan))
    case .date(let value):
      .date(Date(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate + 0))
    case .array(let values): .array(values.map(\.sameForEqual))
    default: self
    }
  }

  private static func same(_ value: Double) -> ArchiveValue {
    if value.isNaN { return .double(.nan) }
    if let whole = Int64(exactly: value) { return .int(whole) }
    return UInt64(exactly: value).map(ArchiveValue.uint) ?? .double(value)
  }

  /// A number of 64 bits that is the decimal, or the decimal as its text has it without zeros at
  /// the end.
  private static func same(_ value: Decimal) -> ArchiveValue {
    if value.isNaN { return .double(.nan) }
    if let nearest = Double("\(value)"), ArchiveValue.double(nearest).order(.decimal(value)) == 0 {
      return same(nearest)
    }
    let text = "\(value)"
    if let whole = Int64(text) { return .int(whole) }
    if let whole = UInt64(text) { return .uint(whole) }
    return .decimal(Decimal(string: text) ?? value)
  }
}
