public import LodeCoding
internal import LodeStore

// Membership in a list.
extension QueryValue where Value: Equatable {
  /// Matches rows whose value equals one of several values.
  ///
  /// An empty sequence matches no row.
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
  /// Matches rows whose value equals an element of the sequence.
  ///
  /// ```swift
  /// let query = Person.where { [1, 2, 3].contains($0.id) }
  /// ```
  public func contains(_ value: QueryValue<Element>) -> QueryCondition { value.isIn(self) }
}

// Membership in a range.
extension QueryValue where Value: ArchiveOrdered {
  /// Matches rows whose value is in a closed range.
  ///
  /// ```swift
  /// let query = Person.where { $0.id.isIn(10...20) }
  /// ```
  public func isIn(_ range: ClosedRange<Value>) -> QueryCondition {
    let (low, high) = (Self.given(range.lowerBound), Self.given(range.upperBound))
    return QueryCondition(.between(operand, low.operand, high.operand), mayBeNil: mayBeNil)
  }

  /// Matches rows whose value is in a half-open range.
  public func isIn(_ range: Range<Value>) -> QueryCondition {
    comparing(.greaterOrEqual, .given(range.lowerBound))
      .and(comparing(.less, .given(range.upperBound)))
  }
}

extension ClosedRange where Bound: ArchiveOrdered {
  /// Matches rows whose value is in the closed range.
  public func contains(_ value: QueryValue<Bound>) -> QueryCondition { value.isIn(self) }
}

extension Range where Bound: ArchiveOrdered {
  /// Matches rows whose value is in the half-open range.
  public func contains(_ value: QueryValue<Bound>) -> QueryCondition { value.isIn(self) }
}

// Elements of an array or a set in the row.
extension QueryValue {
  /// Matches rows whose array contains an element.
  public func contains<Element: ArchivableValue & Equatable>(
    _ element: Element
  ) -> QueryCondition where Value == [Element] {
    has(ArchiveValue(given: element))
  }

  /// Matches rows whose set contains an element.
  public func contains<Element: ArchivableValue & Hashable>(
    _ element: Element
  ) -> QueryCondition where Value == Set<Element> {
    has(ArchiveValue(given: element))
  }

  private func has(_ element: ArchiveValue) -> QueryCondition {
    QueryCondition(.contains(operand, element, .exact), mayBeNil: mayBeNil)
  }
}
