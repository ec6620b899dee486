#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ArchiveValue {
  /// The representative of all values that compare as equal, such as 1 and 1.0.
  ///
  /// Sets and dictionaries of representatives find equal values. Numbers, dates, arrays, and values
  /// with an explicit type may differ from their representative. Sets, dictionaries, objects, and
  /// references represent themselves, although they all compare as equal.
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

  /// Returns the integer that equals the number, or otherwise the `Double`; all NaNs have one
  /// representative.
  private static func same(_ value: Double) -> ArchiveValue {
    if value.isNaN { return .double(.nan) }
    if let whole = Int64(exactly: value) { return .int(whole) }
    return UInt64(exactly: value).map(ArchiveValue.uint) ?? .double(value)
  }

  /// Returns the integer or `Double` that equals the decimal, or the decimal without trailing
  /// zeros.
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
