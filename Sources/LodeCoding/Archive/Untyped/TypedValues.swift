// Values whose case alone does not identify the archived type.
extension ArchiveValue {
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Returns the form of this present value in a field of the given optional type.
  ///
  /// An untyped null would mean an absent value, and a value typed as the optional would mean its
  /// content.
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
