#if Macros
  import SwiftSyntax

  extension AttributeListSyntax {
    /// Returns the first attribute with a name, which can follow a module, as in `@Lode.Model`;
    /// `nil` without such an attribute.
    func first(named name: String) -> AttributeSyntax? {
      lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed(name) }
    }

    /// Returns whether the list has an attribute with one of the names.
    func has(_ names: String...) -> Bool { names.contains { first(named: $0) != nil } }
  }

  extension AttributeSyntax {
    func isNamed(_ name: String) -> Bool {
      [name, "LodeCoding." + name, "Lode." + name].contains(attributeName.trimmedDescription)
    }

    /// The arguments in parentheses; empty without parentheses.
    var labeledArguments: LabeledExprListSyntax {
      arguments?.as(LabeledExprListSyntax.self) ?? []
    }
  }

  extension ExprSyntax {
    /// The type `Foo` of the expression `Foo.self`; `nil` for other expressions.
    var namedType: String? {
      guard let member = self.as(MemberAccessExprSyntax.self),
        member.declName.baseName.tokenKind == .keyword(.self)
      else { return nil }
      return member.base?.trimmedDescription
    }
  }
#endif
