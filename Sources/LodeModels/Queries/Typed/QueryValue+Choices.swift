public import LodeCoding
internal import LodeStore

// One of several.
extension QueryValue where Value: Equatable {
  /// Whether the value equals one of several values; false for an empty sequence.
  ///
  /// ```swift
  /// let query = Person.where { $0.id.isIn([1, 2, 3]) }
  /// ```
  public func isIn(_ values: some Sequence<Value>) -> QueryCondition {
    let given = values.map { Operand.value(ArchiveValue(given: $0)) }
    return QueryCondition(.isIn(operand, given), mayBeNil: mayBeNil)
  }
}

extension Sequence where Element: ArchivableValue & Equatable {
  /// Whether the value of a row equals an element of the sequence.
  ///
  /// ```swift
  /// let query = Person.where { [1, 2, 3].contains($0.id) }
  /// ```
  public func contains(_ value: QueryValue<Element>) -> QueryCondition { value.isIn(self) }
}

// Between two others.
extension QueryValue where Value: ArchiveOrdered {
  /// Whether the value is in a closed range.
  ///
  /// ```swift
  /// let query = Person.where { $0.id.isIn(10...20) }
  /// ```
  public func isIn(_ range: ClosedRange<Value>) -> QueryCondition {
    let (low, high) = (Self.given(range.lowerBound), Self.given(range.upperBound))
    return QueryCondition(.between(operand, low.operand, high.operand), mayBeNil: mayBeNil)
  }

  /// Whether the value is in a half-open range.
  public func isIn(_ range: Range<Value>) -> QueryCondition {
    comparing(.greaterOrEqual, .given(range.lowerBound))
      .and(comparing(.less, .given(range.upperBound)))
  }
}

extension ClosedRange where Bound: ArchiveOrdered {
  /// Whether the value of a row is in the closed range.
  public func contains(_ value: QueryValue<Bound>) -> QueryCondition { value.isIn(self) }
}

extension Range where Bound: ArchiveOrdered {
  /// Whether the value of a row is in the half-open range.
  public func contains(_ value: QueryValue<Bound>) -> QueryCondition { value.isIn(self) }
}

// One of the row's own.
extension QueryValue {
  /// Whether the array contains an element.
  public func contains<Element: ArchivableValue & Equatable>(
    _ element: Element
  ) -> QueryCondition where Value == [Element] {
    has(ArchiveValue(given: element))
  }

  /// Whether the set contains an element.
  public func contains<Element: ArchivableValue & Hashable>(
    _ element: Element
  ) -> QueryCondition where Value == Set<Element> {
    has(ArchiveValue(given: element))
  }

  private func has(_ element: ArchiveValue) -> QueryCondition {
    QueryCondition(.contains(operand, element, .exact), mayBeNil: mayBeNil)
  }
}
