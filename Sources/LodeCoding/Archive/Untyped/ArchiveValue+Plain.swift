#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Conversions between common types and archive values, without an intermediate archive.
extension ArchiveValue {
  /// Creates the value of a common type, or returns `nil` for other types.
  init?<T>(plain value: T) {
    if let value = sameValue(value, as: Int.self) {
      self = .int(Int64(value))
    } else if let value = sameValue(value, as: String.self) {
      self = .string(value)
    } else if let value = sameValue(value, as: Double.self) {
      self = .double(value)
    } else if let value = sameValue(value, as: Bool.self) {
      self = .bool(value)
    } else if let value = sameValue(value, as: Date.self) {
      self = .date(value)
    } else if let value = sameValue(value, as: Int64.self) {
      self = .int(value)
    } else if let value = sameValue(value, as: UUID.self) {
      self = .uuid(value)
    } else {
      return nil
    }
  }

  /// Returns the value as a `T` if `T` is a common type of the value, otherwise `nil`.
  func plain<T>(as type: T.Type) -> T? {
    switch self {
    case .int(let value): sameValue(Int(value), as: type) ?? sameValue(value, as: type)
    case .string(let value): sameValue(value, as: type)
    case .double(let value): sameValue(value, as: type)
    case .bool(let value): sameValue(value, as: type)
    case .date(let value): sameValue(value, as: type)
    case .uuid(let value): sameValue(value, as: type)
    default: nil
    }
  }
}
