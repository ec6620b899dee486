internal import LodeCoding
internal import LodeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How the keys of a collection find the rows that a condition may choose.
struct KeyUse: CustomStringConvertible {
  /// The stretches of keys, in their order and apart from each other.
  let ranges: [KeyRange]
  /// Whether the rows come in the order that was asked for.
  let isOrdered: Bool
  /// Whether an order was asked for, and is that of the keys.
  let deliversOrder: Bool
  /// Whether they are read backwards.
  let isReversed: Bool
  /// Whether the stretches say something at all.
  let isBounded: Bool
  /// Whether each stretch is one key.
  let isEqual: Bool
  private let consumed: [Condition]
  private let equalPaths: [ArchivePath]
  private let rangePath: ArchivePath?

  /// - Parameter parts: the fields that keys are made of.
  init(
    _ keyParts: [KeyPart], _ conjuncts: [Condition], _ orders: [PathOrder], partition: [UInt8]
  ) {
    let parts = keyParts.map(\.part)
    let stretches = ComponentRanges(
      parts, conjuncts, after: partition, isLossy: false, hasNil: true,
      types: keyParts.map(\.values))
    ranges = stretches.ranges
    isBounded = stretches.boundedParts > 0
    isEqual = stretches.equalParts == parts.count
    consumed = stretches.consumed
    let direction = Self.direction(parts, stretches, orders)
    isOrdered = orders.isEmpty || direction != nil
    deliversOrder = direction != nil
    isReversed = direction ?? false
    equalPaths = parts.prefix(stretches.equalParts).map(\.path)
    rangePath = stretches.hasRange ? parts[stretches.equalParts].path : nil
  }

  /// The stretches for conditions on `$key`, whatever types the keys have; `nil` if the conditions
  /// do not bound it.
  init?(untyped conjuncts: [Condition], _ orders: [PathOrder], partition: [UInt8]) {
    var common: ValueIntervals?
    for condition in conjuncts where condition.asks(of: .key) && condition.comparesOneElement {
      guard var intervals = condition.intervals(of: IndexPart(.key), isLossy: false) else {
        continue
      }
      // Keys that are numbers with a fraction have a place of their own.
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

  /// The fields that they say something of, for people.
  var description: String {
    var text: [String] = []
    let equal = equalPaths.map(\.description)
    if !equal.isEmpty { text.append("equal \(equal.joined(separator: ", "))") }
    if let rangePath { text.append("range of \(rangePath)") }
    let count = ranges.count == 1 ? "" : ", \(ranges.count) stretches"
    return text.isEmpty ? "all" : text.joined(separator: "; ") + count
  }

  /// Whether the keys give an order, `nil` when they do not, else whether backwards.
  private static func direction(
    _ parts: [IndexPart], _ stretches: ComponentRanges, _ orders: [PathOrder]
  ) -> Bool? {
    let rest = parts.dropFirst(stretches.equalParts).map(\.path)
    guard !orders.isEmpty, stretches.hasOneEqualPrefix,
      rest.starts(with: orders.map(\.path))
    else { return nil }
    if orders.allSatisfy({ !$0.isDescending }) { return false }
    // Rows that are the same in all orders would come backwards too.
    return orders.count == rest.count && orders.allSatisfy(\.isDescending) ? true : nil
  }

  /// Whether a condition holds for every row that is found.
  func isWhole(_ condition: Condition) -> Bool {
    condition.conjuncts.allSatisfy(consumed.contains)
  }
}

extension Condition {
  /// Whether the values are ones that keys of one element have.
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

/// A field that keys are made of.
struct KeyPart {
  let part: IndexPart
  /// The values that it has, as entries of indexes and as keys have them.
  let values: ValueIntervals
}

extension Model {
  /// The field that keys are made of, when these have its order and its bytes; none when that is
  /// not known.
  static var keyParts: [KeyPart] {
    guard hasPlainKey, keyFields.count == 1,
      let field = archiveSchema.fields.first(where: { $0.name == keyFields[0] }),
      let (lower, upper) = field.type.keyCodes
    else { return [] }
    let values = ValueIntervals(
      [ValueInterval(.bytes([lower]), .bytes([upper]))], isExact: true)
    return [KeyPart(part: IndexPart(ArchivePath([field.name])), values: values)]
  }

  /// Whether the key's type makes its bytes of its value alone.
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
  /// Between which codes its values lie, in keys as in entries of indexes.
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
