package import LodeCoding

extension Selection {
  /// Refuses a text that compares a field with a constant without a conversion to the family of
  /// the field.
  ///
  /// The result of such a comparison would be the same for all values. The call accepts every
  /// selection that Swift code built.
  ///
  /// - Parameters:
  ///   - owner: The owner of the fields, such as the name of a type.
  ///   - type: Returns the type of the values at a path, or `nil` if the rows can have several
  ///     types.
  /// - Throws: ``ConditionError`` with `typeMismatch` for the first of these comparisons.
  package func checkValues(
    of owner: String, _ type: (ArchivePath) -> ArchiveType?
  ) throws(ConditionError) {
    guard isText else { return }
    for (path, value) in condition.comparedValues {
      guard let family = path.rowFamily ?? type(path)?.family, value.family != .null,
        value.reading(as: family) == nil
      else { continue }
      let name = "\(path)".shortened
      throw ConditionError(
        .typeMismatch, at: text.places[path]?.offset,
        "\"\(name)\" of \(owner.shortened) is \(family.noun), which "
          + "\("\(Operand.value(value))".shortened) is not. Compare \"\(name)\" with \(family.noun)"
      )
    }
  }
}

extension Selection {
  /// Returns whether the check of the constants could refuse other constants of the same families.
  func checkDependsOnConstants(_ type: (ArchivePath) -> ArchiveType?) -> Bool {
    isText
      && condition.comparedValues.contains { path, value in
        guard let family = path.rowFamily ?? type(path)?.family else { return false }
        return value.family != .null && value.family != family
      }
  }
}

extension Condition {
  /// The pairs of a path and a constant that the condition compares.
  fileprivate var comparedValues: [(ArchivePath, ArchiveValue)] {
    switch self {
    case .comparison(let a, _, let b):
      [a.compared(with: b), b.compared(with: a)].compactMap(\.self)
    case .between(let a, let low, let high): [low, high].compactMap { a.compared(with: $0) }
    case .isIn(let a, let all): all.compactMap { a.compared(with: $0) }
    case .and(let all), .or(let all): all.flatMap(\.comparedValues)
    case .not(let condition), .isTrue(let condition): condition.comparedValues
    case .constant, .isNil, .like, .beginsWith, .endsWith, .contains, .matches: []
    }
  }
}

extension Operand {
  fileprivate func compared(with other: Operand) -> (ArchivePath, ArchiveValue)? {
    if case .path(let path) = self, case .value(let value) = other { (path, value) } else { nil }
  }
}

extension ArchivePath {
  /// The family of a timestamp or a revision, or `nil` for other paths.
  fileprivate var rowFamily: ValueFamily? {
    switch self {
    case .created, .updated: .date
    case .revision: .number
    default: nil
    }
  }
}

extension ArchiveType {
  /// The family of the type's values, or `nil` for `null`, `any`, and types with elements or
  /// fields.
  fileprivate var family: ValueFamily? {
    switch code {
    case .bool: .bool
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
      .decimal:
      .number
    case .string: .text
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .optional: element?.family
    case .null, .object, .any, .array, .set, .dictionary: nil
    }
  }
}

extension ValueFamily {
  /// A noun for one value of the family, for messages.
  fileprivate var noun: String {
    switch self {
    case .null: "nil"
    case .bool: "a boolean"
    case .number: "a number"
    case .text: "a text"
    case .data: "a sequence of bytes"
    case .date: "a date"
    case .uuid: "a UUID"
    case .array: "an array"
    case .other: "an object"
    }
  }
}
