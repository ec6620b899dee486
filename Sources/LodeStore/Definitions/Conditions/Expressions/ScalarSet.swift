/// The set of Unicode scalars that a character, class, or escape of a regular expression matches.
struct ScalarSet {
  /// The listed ranges of scalar values.
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private var kinds: [(kind: ScalarKind, isNegated: Bool)] = []
  /// Whether the set contains all scalars except the listed scalars.
  var isNegated = false
  /// Whether the set also contains the other case of each listed scalar.
  let ignoresCase: Bool

  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Creates a set of one scalar.
  init(_ scalar: Unicode.Scalar, ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    insert(scalar...scalar)
  }

  /// Creates a set of all scalars of a kind, or of all other scalars if `isNegated` is `true`.
  init(_ kind: ScalarKind, isNegated: Bool = false) {
    ignoresCase = false
    insert(kind, isNegated: isNegated)
  }

  /// Inserts a range of scalars.
  ///
  /// If the set ignores case, also inserts the other case of a single scalar.
  mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
    ranges.append(range.lowerBound.value...range.upperBound.value)
    guard ignoresCase, range.lowerBound == range.upperBound else { return }
    for other in range.lowerBound.caseVariants { ranges.append(other.value...other.value) }
  }

  /// Inserts all scalars of a kind, or all other scalars if `isNegated` is `true`.
  mutating func insert(_ kind: ScalarKind, isNegated: Bool) { kinds.append((kind, isNegated)) }

  /// Returns whether the set contains a scalar.
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
  /// The lowercase and the uppercase form of the scalar, if the form is a different single scalar.
  fileprivate var caseVariants: [Unicode.Scalar] {
    [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { text in
      let scalars = text.unicodeScalars
      return scalars.count == 1 && scalars.first != self ? scalars.first : nil
    }
  }
}
