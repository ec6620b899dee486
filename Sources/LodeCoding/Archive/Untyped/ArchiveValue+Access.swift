#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Access to a value by its type.
extension ArchiveValue {
  /// The value inside ``typed(_:_:)``, or the value itself.
  public var untyped: ArchiveValue {
    if case .typed(_, let value) = self { value.untyped } else { self }
  }

  /// The Boolean value, or `nil` for a value of another type.
  public var bool: Bool? { if case .bool(let value) = untyped { value } else { nil } }

  /// The signed or unsigned integer as an `Int`.
  ///
  /// The value is `nil` if an `Int` cannot hold the integer, and for a value of another type.
  public var int: Int? {
    switch untyped {
    case .int(let value): Int(exactly: value)
    case .uint(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The integer or floating-point number as a `Double`.
  ///
  /// The value is `nil` for an integer that no `Double` equals, for a decimal, and for a value of
  /// another type.
  public var double: Double? {
    switch untyped {
    case .int(let value): Double(exactly: value)
    case .uint(let value): Double(exactly: value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The string, or `nil` for a value of another type.
  public var string: String? { if case .string(let value) = untyped { value } else { nil } }

  /// The byte string, or `nil` for a value of another type.
  public var data: Data? { if case .data(let value) = untyped { value } else { nil } }

  /// The date, or `nil` for a value of another type.
  public var date: Date? { if case .date(let value) = untyped { value } else { nil } }

  /// The UUID, or `nil` for a value of another type.
  public var uuid: UUID? { if case .uuid(let value) = untyped { value } else { nil } }

  /// The decimal number, or `nil` for a value of another type.
  public var decimal: Decimal? { if case .decimal(let value) = untyped { value } else { nil } }

  /// The elements of the array, or `nil` for a value of another type.
  public var array: [ArchiveValue]? { if case .array(let value) = untyped { value } else { nil } }

  /// The elements of the set, or `nil` for a value of another type.
  public var set: Set<ArchiveValue>? { if case .set(let value) = untyped { value } else { nil } }

  /// The entries of the dictionary, or `nil` for a value of another type.
  public var dictionary: [ArchiveValue: ArchiveValue]? {
    if case .dictionary(let value) = untyped { value } else { nil }
  }

  /// The structure or enumeration case, or `nil` for a value of another type.
  public var object: ArchivedObject? {
    if case .object(let value) = untyped { value } else { nil }
  }

  /// The value of an object's field or of a dictionary's text key.
  ///
  /// The value is `nil` if the name is absent, or if this value is not an object or a dictionary.
  ///
  /// Setting `nil` removes the field or the key. Setting has no effect on values other than objects
  /// and dictionaries.
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

  /// The element of an array, or `nil` if the index is out of bounds or the value is not an array.
  public subscript(index: Int) -> ArchiveValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
