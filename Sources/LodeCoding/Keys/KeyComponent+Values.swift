#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Conversions between values and key elements.
extension KeyComponent {
  /// Creates the element that represents a value exactly, or returns `nil` for a decimal,
  /// collection, object, reference, or typed value.
  package init?(_ value: ArchiveValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .uint(let value): self = .uint(value)
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .data(let value): self = .bytes(Array(value))
    case .date(let value): self = .date(value)
    case .uuid(let value): self = .uuid(value)
    case .decimal, .array, .set, .dictionary, .object, .reference, .typed: return nil
    }
  }
}

extension KeyComponent {
  /// The element as a value, or `nil` for tuples, descending elements, and partitions.
  package var value: ArchiveValue? {
    switch self {
    case .null: return .some(.null)
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(value)
    case .uint(let value): return .uint(value)
    case .float(let value): return .float(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .bytes(let value): return .data(Data(value))
    case .date(let value): return .date(value)
    case .uuid(let value): return .uuid(value)
    case .tuple, .descending, .partition: return nil
    }
  }
}

// Conversions for carried values: an entry of a covering index carries the exact values of fields
// that are not components of the index.
extension KeyComponent {
  /// Creates the element that carries `value` in an index entry.
  ///
  /// An unsigned integer becomes a tuple of one element. Without the tuple, an integer up to
  /// `Int64.max` would decode as a signed integer. A NaN of type `Float` or `Double`, or a value
  /// that no element represents, becomes an empty tuple.
  package init(carrying value: ArchiveValue) {
    switch value {
    case .uint: self = KeyComponent(value).map { .tuple([$0]) } ?? .tuple([])
    case .float(let number) where number.isNaN: self = .tuple([])
    case .double(let number) where number.isNaN: self = .tuple([])
    default: self = KeyComponent(value) ?? .tuple([])
    }
  }

  /// The value that the element carries, or `nil` for an element that carries no value, such as an
  /// empty tuple.
  package var carriedValue: ArchiveValue? {
    guard case .tuple(let elements) = self else { return value }
    switch elements.first {
    case .int(let value) where value >= 0: return .uint(UInt64(value))
    case .uint(let value): return .uint(value)
    default: return nil
    }
  }
}

extension KeyBuffer {
  /// Appends a carried value; unlike in a key, -0.0 keeps its sign.
  package mutating func append(carried value: ArchiveValue) {
    switch KeyComponent(carrying: value) {
    case .float(let number) where number == 0:
      append(code: KeyCode.float, UInt64(number.orderedBits), byteCount: 4)
    case .double(let number) where number == 0:
      append(code: KeyCode.double, number.orderedBits, byteCount: 8)
    case .date(let date) where date.timeIntervalSinceReferenceDate == 0:
      append(code: KeyCode.date, date.timeIntervalSinceReferenceDate.orderedBits, byteCount: 8)
    case let element: element.encodeKeyElement(into: &self)
    }
  }
}
