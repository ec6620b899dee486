#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in an archive, without the Swift type that wrote the value.
///
/// ```swift
/// let value: ArchiveValue = ["name": "Ada", "born": 1815]
/// print(value["born"]?.int ?? 0)
/// ```
///
/// Two values are equal if they have the same case and equal contents: the decimal 1 differs from
/// the integer 1. Floating-point numbers and dates are compared by their bits: `-0.0` differs from
/// `0.0`, and a NaN equals itself. Texts are equal if their UTF-8 is equal.
public enum ArchiveValue: Sendable {
  /// The null value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A signed integer of any width.
  case int(Int64)
  /// An unsigned integer of any width.
  case uint(UInt64)
  /// A 32-bit floating-point number.
  case float(Float)
  /// A 64-bit floating-point number.
  case double(Double)
  /// A string.
  case string(String)
  /// A byte string.
  case data(Data)
  /// A date.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// A decimal number.
  case decimal(Decimal)
  /// An array.
  case array([ArchiveValue])
  /// A set.
  case set(Set<ArchiveValue>)
  /// A dictionary.
  case dictionary([ArchiveValue: ArchiveValue])
  /// A structure or a case of an enumeration.
  case object(ArchivedObject)
  /// An instance of a class, by its index in ``Archive/objects`` plus 1.
  case reference(Int)
  /// A value with an explicit type that differs from the value's natural ``type``, or a present
  /// `nil`, as in `Int??`.
  ///
  /// Decoding returns this case only if the value alone would be archived differently.
  indirect case typed(ArchiveType, ArchiveValue)
}

extension ArchiveValue: Hashable {
  /// Returns whether both values have the same case and equal contents.
  public static func == (a: ArchiveValue, b: ArchiveValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.data(let a), .data(let b)): a == b
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.uuid(let a), .uuid(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a.archiveText == b.archiveText
    case (.array(let a), .array(let b)): a == b
    case (.set(let a), .set(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    case (.typed(let a, let b), .typed(let c, let d)): a == c && b == d
    default: false
    }
  }

  /// Hashes the contents that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .uint(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value.bitPattern)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .uuid(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value.archiveText)
    case .array(let value): hasher.combine(value)
    case .set(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .reference(let value): hasher.combine(value)
    case .typed(let type, let value):
      hasher.combine(type)
      hasher.combine(value)
    }
  }
}
