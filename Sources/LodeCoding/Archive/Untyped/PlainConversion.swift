#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Conversions between common types and archive values, without an intermediate archive.
enum PlainConversion {
  /// Returns the value of a common type, or `nil` for other types.
  static func archived<T>(_ value: T) -> ArchiveValue? {
    if let value = sameValue(value, as: Int.self) { return .int(Int64(value)) }
    if let value = sameValue(value, as: String.self) { return .string(value) }
    if let value = sameValue(value, as: Double.self) { return .double(value) }
    if let value = sameValue(value, as: Bool.self) { return .bool(value) }
    if let value = sameValue(value, as: Date.self) { return .date(value) }
    if let value = sameValue(value, as: Int64.self) { return .int(value) }
    if let value = sameValue(value, as: UUID.self) { return .uuid(value) }
    return nil
  }

  /// Returns a value as a `T` if `T` is a common type of the value, otherwise `nil`.
  static func decoded<T>(_ value: ArchiveValue, as type: T.Type) -> T? {
    switch value {
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
