#if Macros
  import SwiftSyntax

  /// A type, or a component of a type, that cannot be archived.
  struct UnarchivableType {
    let type: TypeSyntax
    /// The kind of type for messages, for example "a closure".
    let kind: String

    /// Finds the first type in a type's syntax that certainly cannot be archived; `nil` if the
    /// syntax contains no such type.
    init?(in type: TypeSyntax) {
      if let kind = Self.kind(of: type) {
        self.type = type
        self.kind = kind
        return
      }
      for part in Self.parts(of: type) {
        if let found = UnarchivableType(in: part) {
          self = found
          return
        }
      }
      return nil
    }

    private static func kind(of type: TypeSyntax) -> String? {
      switch type.kind {
      case .functionType: "a closure"
      case .tupleType: type.bare == type ? "a tuple" : nil
      case .metatypeType: "a type"
      case .someOrAnyType, .compositionType: "a value of unknown type"
      case .identifierType:
        ["Any", "AnyObject", "Void"].contains(type.trimmedDescription)
          ? "'\(type.trimmedDescription)'" : nil
      default: nil
      }
    }

    private static func parts(of type: TypeSyntax) -> [TypeSyntax] {
      if type.bare != type { return [type.bare] }
      if let wrapped = type.wrapped { return [wrapped] }
      if let array = type.as(ArrayTypeSyntax.self) { return [array.element] }
      if let dictionary = type.as(DictionaryTypeSyntax.self) {
        return [dictionary.key, dictionary.value]
      }
      return type.genericArguments
    }
  }
#endif
