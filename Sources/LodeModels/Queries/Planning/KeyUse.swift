internal import Foundation
internal import LodeCoding
internal import LodeStore

/// The key ranges in which a plan finds all rows that match a condition.
struct KeyUse: CustomStringConvertible {
  /// The ranges of keys, sorted and without overlap.
  let ranges: [KeyRange]
  /// Whether the rows come in the query's order.
  let isOrdered: Bool
  /// Whether the query has an order, and reading the keys gives the order.
  let deliversOrder: Bool
  /// Whether the keys are read backwards.
  let isReversed: Bool
  /// Whether the ranges bound the keys.
  let isBounded: Bool
  /// Whether each range is one key, or the range of numbers with a fraction.
  let isEqual: Bool
  private let consumed: [Condition]
  private let equalPaths: [ArchivePath]
  private let rangePath: ArchivePath?

  /// Creates the ranges for conditions on the fields that form a model's key.
  init(
    _ keyParts: [KeyPart], _ conjuncts: [Condition], _ orders: [PathOrder], partition: [UInt8]
  ) {
    let parts = keyParts.map(\.part)
    let componentRanges = ComponentRanges(
      parts, conjuncts, after: partition, isLossy: false, hasNil: true,
      types: keyParts.map(\.values))
    ranges = componentRanges.ranges
    isBounded = componentRanges.boundedParts > 0
    isEqual = componentRanges.equalParts == parts.count
    consumed = componentRanges.consumed
    let direction = Self.direction(parts, componentRanges, orders)
    isOrdered = orders.isEmpty || direction != nil
    deliversOrder = direction != nil
    isReversed = direction ?? false
    equalPaths = parts.prefix(componentRanges.equalParts).map(\.path)
    rangePath = componentRanges.hasRange ? parts[componentRanges.equalParts].path : nil
  }

  /// Creates the ranges for conditions on `$key`, for keys of any type; `nil` if no condition
  /// bounds the key.
  init?(untyped conjuncts: [Condition], _ orders: [PathOrder], partition: [UInt8]) {
    var common: ValueIntervals?
    for condition in conjuncts where condition.asks(of: .key) && condition.comparesOneElement {
      guard var intervals = condition.intervals(of: IndexPart(.key), isLossy: false) else {
        continue
      }
      // Keys encode numbers with a fraction in a separate range, which is always read.
      intervals = ValueIntervals(
        intervals.all + [ValueInterval(.bytes([0x28]), .bytes([0x2A]))], isExact: false)
      common = common?.intersection(intervals) ?? intervals
    }
    guard let common else { return nil }
    ranges = common.all.map { $0.range(after: partition, isDescending: false) }
    isBounded = true
    isEqual = common.all.allSatisfy { $0.point != nil || $0.lower == .bytes([0x28]) }
    consumed = []
    isOrdered = orders.isEmpty
    deliversOrder = false
    isReversed = false
    equalPaths = isEqual ? [.key] : []
    rangePath = isEqual ? nil : .key
  }

  /// The fields that the ranges bound, as text.
  var description: String {
    if equalPaths.isEmpty, rangePath == nil { return "all" }
    return Self.description(of: ranges, equal: equalPaths, range: rangePath)
  }

  /// Describes ranges: the paths with fixed values, the path with a range, and the number.
  static func description(
    of ranges: [KeyRange], equal: [ArchivePath], range: ArchivePath?
  ) -> String {
    let fixed = equal.map(\.description).joined(separator: ", ")
    let parts = [equal.isEmpty ? nil : "equal \(fixed)", range.map { "range of \($0)" }]
    let count = ranges.count == 1 ? "" : ", \(ranges.count) ranges"
    return parts.compactMap(\.self).joined(separator: "; ") + count
  }

  /// Returns whether the keys are read backwards for an order, or `nil` if the keys do not give the
  /// order.
  private static func direction(
    _ parts: [IndexPart], _ componentRanges: ComponentRanges, _ orders: [PathOrder]
  ) -> Bool? {
    let rest = parts.dropFirst(componentRanges.equalParts).map(\.path)
    guard !orders.isEmpty, componentRanges.hasOneEqualPrefix,
      rest.starts(with: orders.map(\.path))
    else { return nil }
    if orders.allSatisfy({ !$0.isDescending }) { return false }
    // Reading backwards would also reverse rows with equal order values.
    return orders.count == rest.count && orders.allSatisfy(\.isDescending) ? true : nil
  }

  /// Returns whether the ranges ensure that every found row satisfies a condition.
  func isWhole(_ condition: Condition) -> Bool {
    condition.conjuncts.allSatisfy(consumed.contains)
  }
}

extension Condition {
  /// Whether all literals of the condition can be keys with one component.
  fileprivate var comparesOneElement: Bool {
    func isElement(_ operand: Operand) -> Bool {
      guard case .value(let value) = operand else { return true }
      return switch value.untyped {
      case .bool, .int, .uint, .float, .double, .decimal, .string, .data, .date, .uuid: true
      default: false
      }
    }
    return switch self {
    case .comparison(let a, _, let b): isElement(a) && isElement(b)
    case .between(_, let low, let high): isElement(low) && isElement(high)
    case .isIn(_, let all): all.allSatisfy(isElement)
    case .beginsWith, .like: true
    default: false
    }
  }
}

/// A field that forms the key.
struct KeyPart {
  let part: IndexPart
  /// The possible values of the field, in the encoding of keys and index entries.
  let values: ValueIntervals
}

extension Model {
  /// The field that forms the key, if the keys are sorted like the values of the field; otherwise
  /// empty.
  static var keyParts: [KeyPart] {
    guard hasPlainKey, keyFields.count == 1,
      let field = archiveSchema.fields.first(where: { $0.name == keyFields[0] }),
      let (lower, upper) = field.type.keyCodes
    else { return [] }
    let values = ValueIntervals(
      [ValueInterval(.bytes([lower]), .bytes([upper]))], isExact: true)
    return [KeyPart(part: IndexPart(ArchivePath([field.name])), values: values)]
  }

  /// Whether the key type is a standard type, whose encoding depends only on the value.
  private static var hasPlainKey: Bool {
    switch PrimaryKey.self {
    case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type, is UInt.Type,
      is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type, is String.Type,
      is UUID.Type, is Data.Type:
      true
    default: false
    }
  }
}

extension ArchiveType {
  /// The first bytes that bound the encodings of the type's values, in keys and index entries;
  /// `nil` for a type that key ranges do not support.
  fileprivate var keyCodes: (lower: UInt8, upper: UInt8)? {
    switch code {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: (0x0F, 0x2A)
    case .string: (0x30, 0x31)
    case .data: (0x31, 0x32)
    case .uuid: (0x39, 0x3A)
    default: nil
    }
  }
}
