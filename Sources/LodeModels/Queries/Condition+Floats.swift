internal import LodeCoding
internal import LodeStore

// A field of type `Float` stores 0.1 as the nearest `Float`. The literal 0.1 of a condition must be
// rounded in the same way before the comparison.
extension Condition {
  /// Returns the condition with number literals rounded to `Float` in comparisons with `Float`
  /// fields.
  ///
  /// - Parameter paths: The paths of the `Float` fields.
  func withFloats(at paths: Set<ArchivePath>) -> Condition {
    if paths.isEmpty { return self }
    return switch self {
    case .comparison(let a, let comparison, let b):
      if a.hasFloats(at: paths) || b.hasFloats(at: paths) {
        .comparison(a.asFloat, comparison, b.asFloat)
      } else {
        self
      }
    case .between(let a, let low, let high) where a.hasFloats(at: paths):
      .between(a.asFloat, low.asFloat, high.asFloat)
    case .isIn(let a, let all) where a.hasFloats(at: paths): .isIn(a.asFloat, all.map(\.asFloat))
    case .contains(.path(let path), let value, let folding) where paths.contains(path):
      .contains(.path(path), value.asFloat, folding)
    case .and(let all): .and(all.map { $0.withFloats(at: paths) })
    case .or(let all): .or(all.map { $0.withFloats(at: paths) })
    case .not(let condition): .not(condition.withFloats(at: paths))
    case .isTrue(let condition): .isTrue(condition.withFloats(at: paths))
    default: self
    }
  }
}

extension Operand {
  /// Whether the operand is a `Float` field, or is calculated from `Float` fields.
  fileprivate func hasFloats(at paths: Set<ArchivePath>) -> Bool {
    switch self {
    case .path(let path): paths.contains(path)
    case .value: false
    case .arithmetic(let a, _, let b): a.hasFloats(at: paths) || b.hasFloats(at: paths)
    }
  }

  /// The operand with its number literals rounded to `Float`.
  fileprivate var asFloat: Operand {
    switch self {
    case .path: self
    case .value(let value): .value(value.asFloat)
    case .arithmetic(let a, let arithmetic, let b): .arithmetic(a.asFloat, arithmetic, b.asFloat)
    }
  }
}

extension ArchiveValue {
  /// The nearest `Float` to a double, to a decimal, or to the number that a text spells.
  ///
  /// Other values, and numbers outside the range of `Float`, are unchanged.
  fileprivate var asFloat: ArchiveValue {
    let number: Double? =
      switch untyped {
      case .double(let value): value
      case .decimal: besideBinary.double
      case .string(let text): ArchiveValue(digits: text)?.besideBinary.double
      default: nil
      }
    guard let number, number.isFinite, Float(number).isFinite else { return self }
    return .float(Float(number))
  }
}
