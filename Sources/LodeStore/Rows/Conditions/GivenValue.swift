internal import Foundation
internal import LodeCoding

/// A constant of a condition, with its conversions to other families.
///
/// Comparing the constant with most values needs no conversion for each row.
struct GivenValue {
  private let value: ArchiveValue
  private let isNull: Bool
  private var bool: ArchiveValue?
  private var number: ArchiveValue?
  private var integer: Int64?
  private var double: Double?
  private var decimal: ArchiveValue?
  private var text: [UInt8]?
  private var date: Double?

  init(_ value: ArchiveValue) {
    self.value = value.untyped
    isNull = value.family == .null
    bool = value.reading(as: .bool)
    number = value.reading(as: .number)?.untyped
    if case .int(let value) = number { integer = value }
    if case .double(let value) = number?.besideBinary { double = value }
    decimal = number?.besideDecimals
    text = value.reading(as: .text)?.string.map { Array($0.utf8) }
    date = value.reading(as: .date)?.date?.timeIntervalSinceReferenceDate
  }

  /// Compares a row's value with the constant.
  @inline(__always)
  func relation(to scalar: borrowing ArchiveScalar) -> Relation {
    if isNull { return .unknown }
    switch scalar {
    case .int(let a):
      if let integer { return .ordered(a < integer ? -1 : a == integer ? 0 : 1) }
      return relation(.int(a))
    case .double(let a):
      if let double, a == a, double == double {
        return .ordered(a < double ? -1 : a == double ? 0 : 1)
      }
      return relation(.double(a))
    case .text(let a):
      guard let text else { return .apart }
      return .ordered(a.byteOrder(text.span))
    case .date(let a):
      guard let date else { return .apart }
      return .ordered(NumberOrder.order(a.timeIntervalSinceReferenceDate, date))
    default: return otherRelation(to: scalar)
    }
  }

  @inline(never)
  private func otherRelation(to scalar: borrowing ArchiveScalar) -> Relation {
    switch scalar {
    case .null: return .unknown
    case .bool(let a): return relation(.bool(a))
    case .uint(let a): return relation(.uint(a))
    case .float(let a): return relation(.float(a))
    case .uuid(let a): return relation(.uuid(a))
    case .data(let a):
      guard case .data(let b) = value else { return .apart }
      return .ordered(a.byteOrder(b.span))
    case .other(let a):
      if case .decimal = a, let decimal { return .ordered(a.order(decimal)) }
      return relation(a)
    default: return .unknown
    }
  }

  @inline(never)
  private func relation(_ a: ArchiveValue) -> Relation {
    Relation(a, value, isGiven: (false, true))
  }
}

/// The constants of `IN`.
struct GivenValues {
  /// The constants without nil, and their conversions to other families, sorted.
  private let exact: [ArchiveValue]
  /// The numbers of `exact`, converted for comparison with `Double` and `Float`, sorted.
  private let binary: [ArchiveValue]
  /// The numbers of `exact`, converted for comparison with decimals, sorted.
  private let decimal: [ArchiveValue]
  private let hasNull: Bool

  /// Creates the constants, or returns `nil` if an operand is not a constant, or has no order.
  init?(_ operands: [Operand]) {
    var values: [ArchiveValue] = []
    for operand in operands {
      guard case .value(let value) = operand, value.family != .other else { return nil }
      values.append(value)
    }
    hasNull = values.contains { $0.family == .null }
    let all = values.filter { $0.family != .null }.flatMap(Operand.readings)
    exact = all.sorted { $0.order($1) < 0 }
    let numbers = all.filter { $0.family == .number }
    binary = numbers.map { $0.besideBinary }.sorted { $0.order($1) < 0 }
    decimal = numbers.map { $0.besideDecimals }.sorted { $0.order($1) < 0 }
  }

  /// Returns whether a row's value equals one of the constants, or `nil` if unknown.
  func contain(_ scalar: borrowing ArchiveScalar) throws -> Bool? {
    guard let value = try scalar.value()?.untyped, value.family != .null else {
      return exact.isEmpty && !hasNull ? false : nil
    }
    let sorted =
      switch value {
      case .double, .float: binary
      case .decimal: decimal
      default: exact
      }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      let order = value.family == .other ? 1 : sorted[middle].order(value)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return hasNull ? nil : false
  }
}
