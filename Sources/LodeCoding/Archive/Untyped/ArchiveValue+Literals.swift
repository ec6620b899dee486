extension ArchiveValue: ExpressibleByNilLiteral {
  /// No value.
  public init(nilLiteral: ()) { self = .null }
}

extension ArchiveValue: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ArchiveValue: ExpressibleByIntegerLiteral {
  /// A signed integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension ArchiveValue: ExpressibleByFloatLiteral {
  /// A number of 64 bits.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension ArchiveValue: ExpressibleByStringLiteral {
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension ArchiveValue: ExpressibleByArrayLiteral {
  /// Values in an order.
  public init(arrayLiteral elements: ArchiveValue...) { self = .array(elements) }
}

extension ArchiveValue: ExpressibleByDictionaryLiteral {
  /// Values by key; of two equal keys the last counts.
  public init(dictionaryLiteral elements: (ArchiveValue, ArchiveValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
