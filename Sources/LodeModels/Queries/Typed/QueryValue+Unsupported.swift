public import LodeCoding

// Members of Swift types that conditions do not support. The error message of each member names the
// alternative. Without these members, the compiler would only report a missing key path.

extension QueryValue where Value: Collection {
  /// Unavailable: conditions cannot count characters or elements.
  @available(
    *, unavailable,
    message:
      "conditions cannot count the characters or elements of a value; choose rows with a condition and filter them with 'fetch(query, scanning: { $0.title.count > 3 })'"
  )
  public var count: QueryValue<Int> { QueryValue<Int>(operand, mayBeNil: mayBeNil) }

  /// Unavailable: compare with an empty value instead.
  @available(
    *, unavailable,
    message:
      "conditions compare with an empty value instead: '$0.title == \"\"' for a text, '$0.tags == []' for an array"
  )
  public var isEmpty: QueryCondition { QueryCondition(.isNil(operand), mayBeNil: false) }

  /// Unavailable: conditions run no closures.
  @available(
    *, unavailable,
    message:
      "conditions run no closures; use 'contains' with an element, or 'fetch(query, scanning:)'"
  )
  public func contains(where predicate: (Value.Element) throws -> Bool) -> QueryCondition {
    QueryCondition(.isNil(operand), mayBeNil: false)
  }
}

extension QueryValue where Value: Collection, Value.Element: ArchivableValue {
  /// Unavailable: conditions cannot extract an element.
  @available(
    *, unavailable,
    message:
      "conditions cannot take an element out of a value; use 'hasPrefix' for a text, 'contains' for an array, or 'fetch(query, scanning:)'"
  )
  public var first: QueryValue<Value.Element> {
    QueryValue<Value.Element>(operand, mayBeNil: true)
  }

  /// Unavailable: conditions cannot extract an element.
  @available(
    *, unavailable,
    message:
      "conditions cannot take an element out of a value; use 'hasSuffix' for a text, 'contains' for an array, or 'fetch(query, scanning:)'"
  )
  public var last: QueryValue<Value.Element> {
    QueryValue<Value.Element>(operand, mayBeNil: true)
  }
}

extension QueryValue where Value == String {
  /// Unavailable: use `hasPrefix`, `contains`, or `like` with a `folding` argument instead.
  @available(
    *, unavailable,
    message:
      "conditions ignore case by a folding instead: 'hasPrefix(\"os\", folding: .ascii)', 'contains(\"slo\", folding: .unicode)', or 'like(\"oslo\")' for the whole text"
  )
  public func lowercased() -> QueryValue { self }

  /// Unavailable: use `hasPrefix`, `contains`, or `like` with a `folding` argument instead.
  @available(
    *, unavailable,
    message:
      "conditions ignore case by a folding instead: 'hasPrefix(\"os\", folding: .ascii)', 'contains(\"slo\", folding: .unicode)', or 'like(\"oslo\")' for the whole text"
  )
  public func uppercased() -> QueryValue { self }

  /// Unavailable: use `hasPrefix` instead.
  @available(*, unavailable, renamed: "hasPrefix(_:)")
  public func starts(with prefix: String) -> QueryCondition { hasPrefix(prefix) }

  /// Unavailable: use `contains` with a `folding` argument instead.
  @available(
    *, unavailable,
    message: "use 'contains(_:folding:)': '$0.title.contains(\"slo\", folding: .unicode)'"
  )
  public func localizedCaseInsensitiveContains(_ part: String) -> QueryCondition { contains(part) }
}

extension QueryValue where Value: ArchiveOrdered & BinaryInteger {
  /// Unavailable: use the remainder operator instead.
  @available(*, unavailable, message: "use the remainder: '$0.number % 2 == 0'")
  public func isMultiple(of other: Value) -> QueryCondition {
    calculating(.remainder, .given(other)).isNil
  }
}
