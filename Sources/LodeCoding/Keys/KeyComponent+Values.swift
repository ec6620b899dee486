#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Values that are elements of keys too, and back.
extension KeyComponent {
  /// The element that keeps a value exactly; `nil` for collections, objects, decimals and typed values.
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
