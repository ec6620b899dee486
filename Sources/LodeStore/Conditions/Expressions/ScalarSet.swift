/// Unicode scalars that a class, a letter or `.` of a regular expression stands for.
struct ScalarSet {
  /// Scalars by their numbers.
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private var kinds: [(kind: ScalarKind, isNegated: Bool)] = []
  /// Whether the set has all scalars but these.
  var isNegated = false
  /// Whether the set contains the upper or lower case of a scalar.
  let ignoresCase: Bool

  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// The set of one scalar.
  init(_ scalar: Unicode.Scalar, ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    insert(scalar...scalar)
  }

  /// The set of all scalars of a kind, or of no such kind.
  init(_ kind: ScalarKind, isNegated: Bool = false) {
    ignoresCase = false
    insert(kind, isNegated: isNegated)
  }

  /// Adds a range of scalars.
  mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
    ranges.append(range.lowerBound.value...range.upperBound.value)
    guard ignoresCase, range.lowerBound == range.upperBound else { return }
    for other in range.lowerBound.caseVariants { ranges.append(other.value...other.value) }
  }

  /// Adds all scalars of a kind, or of no such kind.
  mutating func insert(_ kind: ScalarKind, isNegated: Bool) { kinds.append((kind, isNegated)) }

  /// Whether a scalar is in the set.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isThere = has(scalar)
    if !isThere, ignoresCase { isThere = scalar.caseVariants.contains(where: has) }
    return isThere != isNegated
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
  }
}

extension Unicode.Scalar {
  /// The scalar in upper and lower case, where these are single scalars.
  fileprivate var caseVariants: [Unicode.Scalar] {
    [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { text in
      let scalars = text.unicodeScalars
      return scalars.count == 1 && scalars.first != self ? scalars.first : nil
    }
  }
}
