/// The kind of type that a schema describes.
public enum ArchivedKind: Hashable, Sendable {
  /// A structure.
  case structure
  /// One class of an inheritance chain; `superclass` is the name of the archivable superclass, if
  /// any.
  case `class`(superclass: String?)
  /// A case of an enumeration, with the name of the case.
  case enumCase(String)
  /// A group of fields that the type itself does not declare, with the label of the group.
  case `extension`(String)
}

extension ArchivedKind {
  /// The name of the enumeration case, or `nil` for other kinds.
  package var enumCase: String? { if case .enumCase(let name) = self { name } else { nil } }
}
