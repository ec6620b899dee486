public import LodeCoding

// What first guesses call and conditions do not have. Each member names what to write instead;
// without it, the compiler would say that a key path cannot be made.

extension QueryValue where Value: Collection {
  /// Conditions have no lengths.
  @available(
    *, unavailable,
    message:
      "conditions cannot count the characters or elements of a value; choose rows with a condition and filter them with 'fetch(query, scanning: { $0.title.count > 3 })'"
  )
  public var count: QueryValue<Int> { QueryValue<Int>(operand, mayBeNil: mayBeNil) }

  /// Conditions compare with an empty value instead.
  @available(
    *, unavailable,
    message:
      "conditions compare with an empty value instead: '$0.title == \"\"' for a text, '$0.tags == []' for an array"
  )
  public var isEmpty: QueryCondition { QueryCondition(.isNil(operand), mayBeNil: false) }

  /// Conditions run no closures.
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
  /// Conditions see values as a whole.
  @available(
    *, unavailable,
    message:
      "conditions cannot take an element out of a value; use 'hasPrefix' for a text, 'contains' for an array, or 'fetch(query, scanning:)'"
  )
  public var first: QueryValue<Value.Element> {
    QueryValue<Value.Element>(operand, mayBeNil: true)
  }

  /// Conditions see values as a whole.
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
  /// Conditions fold case where they compare.
  @available(
    *, unavailable,
    message:
      "conditions ignore case by a folding instead: 'hasPrefix(\"os\", folding: .ascii)', 'contains(\"slo\", folding: .unicode)', or 'like(\"oslo\")' for the whole text"
  )
  public func lowercased() -> QueryValue { self }

  /// Conditions fold case where they compare.
  @available(
    *, unavailable,
    message:
      "conditions ignore case by a folding instead: 'hasPrefix(\"os\", folding: .ascii)', 'contains(\"slo\", folding: .unicode)', or 'like(\"oslo\")' for the whole text"
  )
  public func uppercased() -> QueryValue { self }

  /// Conditions have `hasPrefix`.
  @available(*, unavailable, renamed: "hasPrefix(_:)")
  public func starts(with prefix: String) -> QueryCondition { hasPrefix(prefix) }

  /// Conditions have `contains` with a folding.
  @available(
    *, unavailable,
    message: "use 'contains(_:folding:)': '$0.title.contains(\"slo\", folding: .unicode)'"
  )
  public func localizedCaseInsensitiveContains(_ part: String) -> QueryCondition { contains(part) }
}

extension QueryValue where Value: ArchiveOrdered & BinaryInteger {
  /// Conditions have remainders.
  @available(*, unavailable, message: "use the remainder: '$0.number % 2 == 0'")
  public func isMultiple(of other: Value) -> QueryCondition {
    calculating(.remainder, .given(other)).isNil
  }
}
