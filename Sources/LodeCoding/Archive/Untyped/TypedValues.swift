// Where a value alone would not say what was archived.
extension ArchiveValue {
  var isNull: Bool { if case .null = self { true } else { false } }

  /// The form of this value, which is present, in a field of the given optional type.
  ///
  /// A null would stand for none, and a value with this very type for what is in it.
  func inside(_ optional: ArchiveType) -> ArchiveValue {
    switch self {
    case .null, .typed(optional, _): .typed(optional.unwrapped, self)
    default: self
    }
  }
}

extension ArchiveType {
  /// Whether the value contains no null.
  ///
  /// A null occurs only in an `Any` or as a whole archive.
  var holdsNoNull: Bool {
    var holdsNull = false
    forEachCode { if $0 == Code.null.rawValue { holdsNull = true } }
    return !holdsNull
  }
}
