extension ArchiveValue: ExpressibleByNilLiteral {
  /// Creates a null value.
  public init(nilLiteral: ()) { self = .null }
}

extension ArchiveValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ArchiveValue: ExpressibleByIntegerLiteral {
  /// Creates a signed 64-bit integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension ArchiveValue: ExpressibleByFloatLiteral {
  /// Creates a 64-bit floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension ArchiveValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension ArchiveValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: ArchiveValue...) { self = .array(elements) }
}

extension ArchiveValue: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; the last of several equal keys takes precedence.
  public init(dictionaryLiteral elements: (ArchiveValue, ArchiveValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
