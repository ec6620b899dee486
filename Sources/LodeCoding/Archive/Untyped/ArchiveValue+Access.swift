#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What the value is, or `nil` when it is something else.
extension ArchiveValue {
  /// The value inside ``typed(_:_:)``, or the value itself.
  public var untyped: ArchiveValue {
    if case .typed(_, let value) = self { value.untyped } else { self }
  }

  /// A truth value.
  public var bool: Bool? { if case .bool(let value) = untyped { value } else { nil } }

  /// An integer, of whatever type, that fits.
  public var int: Int? {
    switch untyped {
    case .int(let value): Int(exactly: value)
    case .uint(let value): Int(exactly: value)
    default: nil
    }
  }

  /// A number, of whatever type, that loses nothing as a `Double`.
  public var double: Double? {
    switch untyped {
    case .int(let value): Double(exactly: value)
    case .uint(let value): Double(exactly: value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// Text.
  public var string: String? { if case .string(let value) = untyped { value } else { nil } }

  /// Bytes.
  public var data: Data? { if case .data(let value) = untyped { value } else { nil } }

  /// A point in time.
  public var date: Date? { if case .date(let value) = untyped { value } else { nil } }

  /// A UUID.
  public var uuid: UUID? { if case .uuid(let value) = untyped { value } else { nil } }

  /// A decimal number.
  public var decimal: Decimal? { if case .decimal(let value) = untyped { value } else { nil } }

  /// Values in an order.
  public var array: [ArchiveValue]? { if case .array(let value) = untyped { value } else { nil } }

  /// Values without an order.
  public var set: Set<ArchiveValue>? { if case .set(let value) = untyped { value } else { nil } }

  /// Values by key.
  public var dictionary: [ArchiveValue: ArchiveValue]? {
    if case .dictionary(let value) = untyped { value } else { nil }
  }

  /// A structure or a case of an enumeration.
  public var object: ArchivedObject? {
    if case .object(let value) = untyped { value } else { nil }
  }

  /// The value of a field of an object, or of a key of a dictionary.
  ///
  /// Setting `nil` removes it. Nothing is set in values that are neither.
  public subscript(name: String) -> ArchiveValue? {
    get {
      switch untyped {
      case .object(let object): object[name]
      case .dictionary(let entries): entries[.string(name)]
      default: nil
      }
    }
    set {
      switch self {
      case .object(var object):
        object[name] = newValue
        self = .object(object)
      case .dictionary(var entries):
        entries[.string(name)] = newValue
        self = .dictionary(entries)
      case .typed(let type, var value):
        value[name] = newValue
        self = .typed(type, value)
      default: break
      }
    }
  }

  /// An element of an array, or `nil` if the index is out of bounds.
  public subscript(index: Int) -> ArchiveValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
