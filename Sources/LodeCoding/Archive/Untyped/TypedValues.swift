// Nulls, and values whose case does not determine the archived type.
extension ArchiveValue {
  /// Whether the value is null, without an explicit type.
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Returns this value as the value of a field whose type is the given optional.
  ///
  /// A null becomes a typed null, because a null in the field means that the field is nil. A value
  /// typed as the optional is wrapped too, because the field would lose the type.
  func inside(_ optional: ArchiveType) -> ArchiveValue {
    switch self {
    case .null, .typed(optional, _): .typed(optional.unwrapped, self)
    default: self
    }
  }
}

extension ArchiveType {
  /// Whether the type does not contain the type null.
  ///
  /// A null occurs only in an any, a value that carries its own type, or as a whole archive.
  var holdsNoNull: Bool {
    var holdsNull = false
    forEachCode { if $0 == Code.null.rawValue { holdsNull = true } }
    return !holdsNull
  }
}
