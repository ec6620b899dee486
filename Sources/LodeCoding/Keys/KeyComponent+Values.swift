#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Values that are elements of keys too, and back.
extension KeyComponent {
  /// The element that keeps a value exactly; `nil` for collections, objects, decimals and typed
  /// values.
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

extension ArchiveValue {
  /// The value of an element; `nil` for tuples, elements in reverse order and partitions.
  package init?(_ element: KeyComponent) {
    switch element {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .uint(let value): self = .uint(value)
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .bytes(let value): self = .data(Data(value))
    case .date(let value): self = .date(value)
    case .uuid(let value): self = .uuid(value)
    case .tuple, .descending, .partition: return nil
    }
  }
}

// Values that entries of indexes carry, so that they can be given back as they were.
extension KeyComponent {
  /// The element for a carried value: itself, an unsigned integer in a tuple, since elements do not
  /// tell it from a signed one, and an empty tuple for what is no element.
  package init(carrying value: ArchiveValue) {
    switch value {
    case .uint: self = KeyComponent(value).map { .tuple([$0]) } ?? .tuple([])
    case .float(let number) where number.isNaN: self = .tuple([])
    case .double(let number) where number.isNaN: self = .tuple([])
    default: self = KeyComponent(value) ?? .tuple([])
    }
  }
}

extension ArchiveValue {
  /// The value that was carried; `nil` when it was no element.
  package init?(carried element: KeyComponent) {
    switch element {
    case .tuple(let elements):
      switch elements.first {
      case .int(let value) where value >= 0: self = .uint(UInt64(value))
      case .uint(let value): self = .uint(value)
      default: return nil
      }
    default:
      guard let value = ArchiveValue(element) else { return nil }
      self = value
    }
  }
}

extension KeyBuffer {
  /// Appends a carried value, which is no key: a -0.0 stays one.
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
