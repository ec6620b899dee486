// Nulls, and values whose case does not determine the archived type.
extension ArchiveValue {
  /// Whether the value is null, without an explicit type.
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Returns the wrapped value of a present `optional`, and adds the explicit type that encoding
  /// may need.
  ///
  /// A null without an explicit type would encode as nil. Encoding a field drops an explicit type
  /// that equals the field's type, so the explicit type `optional` needs another explicit type
  /// around it.
  func inside(_ optional: ArchiveType) -> ArchiveValue {
    switch self {
    case .null, .typed(optional, _): .typed(optional.unwrapped, self)
    default: self
    }
  }
}

extension ArchiveType {
  /// Whether `null` is absent from the type and its component types.
  ///
  /// A null occurs only in an any, a value that carries its own type, or as a whole archive.
  var holdsNoNull: Bool {
    var holdsNull = false
    forEachCode { if $0 == Code.null.rawValue { holdsNull = true } }
    return !holdsNull
  }
}
