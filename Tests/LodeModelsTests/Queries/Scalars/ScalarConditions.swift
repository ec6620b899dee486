import Lode
import LodeModels
import LodeTestSupport

@testable import LodeModels
@testable import LodeStore

/// A condition as text, in Swift, and as a plain closure, which all say the same.
struct ScalarCondition<Value: TestedScalar> {
  var text: String
  var parameters: [ArchiveValue] = []
  var typed: QueryCondition
  var holds: (ScalarHolder<Value>) -> Bool

  static func random(using random: inout SeededGenerator, depth: Int = 0) -> Self {
    if depth < 3, random.oneIn(3) {
      let a = Self.random(using: &random, depth: depth + 1)
      let b = Self.random(using: &random, depth: depth + 1)
      switch random.number(0..<5) {
      case 0, 1:
        return Self(
          text: "(\(a.text)) AND (\(b.text))", parameters: a.parameters + b.parameters,
          typed: a.typed && b.typed, holds: { a.holds($0) && b.holds($0) })
      case 2, 3:
        return Self(
          text: "(\(a.text)) OR (\(b.text))", parameters: a.parameters + b.parameters,
          typed: a.typed || b.typed, holds: { a.holds($0) || b.holds($0) })
      default: return a.negated
      }
    }
    let field = random.any(Field.allCases)
    switch random.number(0..<8) {
    case 0: return field.isNil
    case 1: return field.isIn(using: &random)
    case 2: return field.between(using: &random) ?? field.comparison(using: &random)
    case 3: return fields(using: &random)
    default: return field.comparison(using: &random)
    }
  }

  /// In Swift nothing is unknown, so what is denied is true for nil too.
  private var negated: Self {
    Self(
      text: "(\(text)) IS NOT TRUE", parameters: parameters, typed: !typed,
      holds: { [holds] in !holds($0) })
  }

  /// Of two fields, of which only the second may be nil.
  private static func fields(using random: inout SeededGenerator) -> Self {
    let (a, b) = (random.any([Field.value, .added]), random.any([Field.maybe, .perhaps]))
    let comparison =
      Value.order(.random(using: &random), .random(using: &random)) == nil
      ? .equal : random.any(Comparison.allCases.filter { $0 != .notEqual })
    let typed = Value.compare(a.typed, comparison, b.typed) ?? (a.typed == b.typed)
    return Self(
      text: "\(a) \(comparison) \(b)", typed: typed,
      holds: { holder in
        guard let a = a.value(holder), let b = b.value(holder) else { return false }
        return comparison.isMet(by: a, b)
      })
  }

  /// One of the properties.
  private enum Field: String, CaseIterable, CustomStringConvertible {
    case value, maybe, added, perhaps

    var description: String { rawValue }
    var isOptional: Bool { self == .maybe || self == .perhaps }

    var typed: QueryValue<Value> {
      let row = QueryRow<ScalarHolder<Value>>()
      return switch self {
      case .value: row.value
      case .maybe: row.maybe
      case .added: row.added
      case .perhaps: row.perhaps
      }
    }

    func value(_ holder: ScalarHolder<Value>) -> Value? {
      switch self {
      case .value: holder.value
      case .maybe: holder.maybe
      case .added: holder.added
      case .perhaps: holder.perhaps
      }
    }

    var isNil: ScalarCondition {
      ScalarCondition(
        text: "\(self) IS NULL", typed: typed == nil, holds: { value($0) == nil })
    }

    func comparison(using random: inout SeededGenerator) -> ScalarCondition {
      let wanted = Value.random(using: &random)
      let comparison = random.any(Comparison.allCases)
      guard let typed = Value.compare(typed, comparison, wanted) else {
        return self.comparison(using: &random)
      }
      let (text, parameters) = wanted.written(using: &random)
      let isTurned = random.oneIn(4)
      var written =
        isTurned ? "\(text) \(comparison.turned) \(self)" : "\(self) \(comparison) \(text)"
      if comparison == .notEqual, isOptional { written += " OR \(self) IS NULL" }
      return ScalarCondition(
        text: written, parameters: parameters, typed: typed,
        holds: { holder in
          guard let value = value(holder) else { return comparison == .notEqual }
          return comparison.isMet(by: value, wanted)
        })
    }

    func isIn(using random: inout SeededGenerator) -> ScalarCondition {
      let wanted = (0..<random.number(0..<5)).map { _ in Value.random(using: &random) }
      let written = wanted.map { $0.written(using: &random) }
      return ScalarCondition(
        text: "\(self) IN (\(written.map(\.text).joined(separator: ", ")))",
        parameters: written.flatMap(\.parameters), typed: typed.isIn(wanted),
        holds: { holder in
          value(holder).map { value in wanted.contains { Value.isSame(value, $0) } } ?? false
        })
    }

    func between(using random: inout SeededGenerator) -> ScalarCondition? {
      let (low, high) = (Value.random(using: &random), Value.random(using: &random))
      guard let typed = Value.between(typed, low, high) else { return nil }
      let (lowText, lowParameters) = low.written(using: &random)
      let (highText, highParameters) = high.written(using: &random)
      return ScalarCondition(
        text: "\(self) BETWEEN \(lowText) AND \(highText)",
        parameters: lowParameters + highParameters, typed: typed,
        holds: { holder in
          value(holder).map {
            Comparison.greaterOrEqual.isMet(by: $0, low)
              && Comparison.lessOrEqual.isMet(by: $0, high)
          } ?? false
        })
    }
  }
}

extension TestedScalar {
  /// The value in a condition's text, or as a parameter.
  fileprivate func written(
    using random: inout SeededGenerator
  ) -> (text: String, parameters: [ArchiveValue]) {
    random.oneIn(3) ? ("?", [random.any(parameters)]) : (random.any(literals), [])
  }
}

extension Comparison {
  fileprivate func isMet<Value: TestedScalar>(by a: Value, _ b: Value) -> Bool {
    switch self {
    case .equal: Value.isSame(a, b)
    case .notEqual: !Value.isSame(a, b)
    case .less: (Value.order(a, b) ?? 0) < 0
    case .lessOrEqual: (Value.order(a, b) ?? 1) <= 0
    case .greater: (Value.order(a, b) ?? 0) > 0
    case .greaterOrEqual: (Value.order(a, b) ?? -1) >= 0
    }
  }

  fileprivate var turned: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
