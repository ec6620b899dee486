#if Macros
  import SwiftSyntax

  extension TypeSyntax {
    /// The type without surrounding parentheses and attributes.
    var bare: TypeSyntax {
      if let tuple = self.as(TupleTypeSyntax.self), let only = tuple.elements.first,
        tuple.elements.count == 1, only.firstName == nil
      {
        return only.type.bare
      }
      return self.as(AttributedTypeSyntax.self)?.baseType.bare ?? self
    }

    /// The wrapped type of `T?`, `T!`, or `Optional<T>`; `nil` for other types.
    var wrapped: TypeSyntax? {
      let type = bare
      if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
      if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        return optional.wrappedType
      }
      let name = type.as(IdentifierTypeSyntax.self)?.name.text
      return name == "Optional" ? type.genericArguments.first : nil
    }

    /// The generic arguments that are types.
    var genericArguments: [TypeSyntax] {
      let clause =
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
      return clause?.arguments.compactMap {
        if case .type(let argument) = $0.argument { argument } else { nil }
      } ?? []
    }

    /// Whether Swift initializes a `var` of this type to `nil`: `T?` or `T!`, not `Optional<T>`.
    var isSugaredOptional: Bool {
      bare.is(OptionalTypeSyntax.self) || bare.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    /// The type in the form that an expression accepts before `.self`; for `T!`, the form is `T?`.
    var expressionText: String {
      if let optional = bare.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        return optional.wrappedType.trimmedDescription + "?"
      }
      return bare.trimmedDescription
    }

    /// Whether the type is `ArchiveExtensions`, with or without the module `Lode`.
    var isExtensions: Bool {
      ["ArchiveExtensions", "Lode.ArchiveExtensions"].contains(trimmedDescription)
    }
  }

  extension ExprSyntax {
    /// The type that Swift infers for a number, string, or Boolean literal; `nil` for other
    /// expressions.
    var literalType: String? {
      switch kind {
      case .integerLiteralExpr: "Int"
      case .floatLiteralExpr: "Double"
      case .stringLiteralExpr: "String"
      case .booleanLiteralExpr: "Bool"
      case .prefixOperatorExpr:
        self.as(PrefixOperatorExprSyntax.self).flatMap { negation in
          ["-", "+"].contains(negation.operator.text)
            ? negation.expression.literalType.flatMap { ["Int", "Double"].contains($0) ? $0 : nil }
            : nil
        }
      default: nil
      }
    }

    /// The type that a call creates, guessed from the text before the parentheses (`UUID()`,
    /// `[String]()`); `nil` for other expressions.
    var madeType: String? {
      guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
      let text = callee.trimmedDescription
      if callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self) { return text }
      let last = text.prefix { $0 != "<" }.split(separator: ".").last
      return last?.first?.isUppercase == true ? text : nil
    }
  }
#endif
